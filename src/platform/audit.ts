/** The record of who did what. Details are sealed: they may name people. It is written here, read, and emptied by the purge. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction, Database } from './database/database.ts'
import { auditEntries } from './database/schema/audit.ts'
import type { Sealed } from './database/schema/columns.ts'
import type { Caller } from './http/context.ts'
import { type Sealer, sealRecord, openColumns } from './sealing.ts'

/** The name of the table in sealed values. */
const AUDIT_TABLE = 'audit_entries'

export interface AuditEntry {
  /** `guest`, `admin:<subject>`, `job:<name>`, `provider`. */
  actor: string
  /** `reservation.confirmed`, `payment.recorded`, … */
  action: string
  entity: string
  entityId: number
  /** The event that it belongs to, where there is one. */
  eventId?: number | null
  /** The reservation that it belongs to: an entry of a reservation itself need not say it. */
  reservationId?: number | null
  /** Names of the fields that were changed, never their values. */
  fields?: string[]
  /** An admin's address, so that others know who it was; kept sealed. */
  actorEmail?: string | null
  /** Details of the change; kept as sealed JSON. */
  details?: Record<string, string | number | boolean | null>
  at: Date
}

/** Writes entries in the transaction of what they tell. */
export async function recordAudit(tx: Transaction, sealer: Sealer, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(auditEntries).values(
    entries.map(({ details, actorEmail, ...entry }) => {
      const uuid = randomUUID()
      const personal = { actorEmail: actorEmail || null, details: details ? JSON.stringify(details) : null }
      const { entity, entityId, reservationId = entity === 'reservation' ? entityId : null } = entry
      return {
        ...entry,
        reservationId,
        uuid,
        ...sealRecord(sealer, { table: AUDIT_TABLE, row: uuid }, personal),
      }
    }),
  )
}

/** The actor of an entry: `provider`, `guest`, `admin:<name>`, `job:<name>`; an admin with the address that they signed in with. */
export type Actor = Pick<AuditEntry, 'actor' | 'actorEmail'>

/** The actor of an admin's call, to be spread into an audit entry. */
export const actorOf = (caller: Caller): Actor =>
  caller.kind === 'user' ? { actor: `admin:${caller.subject}`, actorEmail: caller.email } : { actor: 'guest' }

export async function wasDone(
  db: Database,
  { reservationId, action, actor }: { reservationId: number; action: string; actor: string },
): Promise<boolean> {
  const { reservationId: about, action: what, actor: by } = auditEntries
  return (await db.$count(auditEntries, and(eq(about, reservationId), eq(what, action), eq(by, actor)))) > 0
}

/** An entry's details, opened; null where nothing was kept, or the purge has emptied it. */
export function openDetails(
  sealer: Sealer,
  entry: { uuid: string; details: Sealed | null },
): AuditEntry['details'] | null {
  const opened = openColumns(sealer, AUDIT_TABLE, entry, 'details').details
  return opened === null ? null : (JSON.parse(opened) as AuditEntry['details'])
}

/** Empties the details of what was done about reservations, for the purge and for a deletion; that it was done stays. */
export async function emptyDetails(tx: Transaction, reservationIds: number[]): Promise<void> {
  await tx
    .update(auditEntries)
    .set({ details: null })
    .where(inArray(auditEntries.reservationId, reservationIds))
}
