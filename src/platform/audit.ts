/**
 * The audit log: who did what. Details are encrypted, since they may name people. This file writes, reads and
 * purges audit entries.
 */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { columns, type Transaction, type Database } from './database/database.ts'
import { auditEntries } from './database/schema/audit.ts'
import type { Sealed } from './database/schema/columns.ts'
import type { Caller } from './http/context.ts'
import { type Sealer, sealRecord, openColumns } from './sealing.ts'

/** The table's name, to which the encrypted values are bound. */
const AUDIT_TABLE = 'audit_entries'

export interface AuditEntry {
  /**
   * The person or program that acted: `guest`, `admin:<id at the identity provider>`, `job:<name>` or
   * `provider`.
   */
  actor: string
  /** What happened, for example `reservation.confirmed` or `payment.recorded`. */
  action: string
  entity: string
  entityId: number
  /** The event that the audit entry is about, if any. */
  eventId?: number | null
  /** The reservation that the audit entry is about. May be missing if `entity` is the reservation itself. */
  reservationId?: number | null
  /** Names of the changed fields, never their values. */
  fields?: string[]
  /** The acting admin's e-mail address, stored encrypted, so that other admins can see it. */
  actorEmail?: string | null
  /** Details of what happened, stored as encrypted JSON. */
  details?: Record<string, string | number | boolean | null>
  at: Date
}

/** Writes audit entries, in the same transaction as the changes that they describe. */
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

/**
 * The person or program that acted: `provider`, `guest`, `admin:<id at the identity provider>` or
 * `job:<name>`. For an admin, also the e-mail address from the identity provider.
 */
export type Actor = Pick<AuditEntry, 'actor' | 'actorEmail'>

/** Returns the admin who sent an API call, as the fields `actor` and `actorEmail` of an audit entry. */
export const actorOf = (caller: Caller): Actor =>
  caller.kind === 'user' ? { actor: `admin:${caller.subject}`, actorEmail: caller.email } : { actor: 'guest' }

export async function wasDone(
  db: Database,
  { reservationId, action, actor }: { reservationId: number; action: string; actor: string },
): Promise<boolean> {
  const { reservationId: about, action: what, actor: by } = auditEntries
  return (await db.$count(auditEntries, and(eq(about, reservationId), eq(what, action), eq(by, actor)))) > 0
}

/** Returns the audit entries of an event itself with these actions, the oldest first. Details stay sealed. */
export const listEventEntries = async (db: Database, eventId: number, actions: string[]) =>
  db
    .select(columns(auditEntries, 'uuid', 'at', 'action', 'details'))
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.entity, 'event'),
        eq(auditEntries.entityId, eventId),
        inArray(auditEntries.action, actions),
      ),
    )
    .orderBy(asc(auditEntries.id))

/**
 * Returns the decrypted details of an audit entry. Returns null if it has no details, or if the purge has
 * deleted them.
 */
export function openDetails(
  sealer: Sealer,
  entry: { uuid: string; details: Sealed | null },
): AuditEntry['details'] | null {
  const opened = openColumns(sealer, AUDIT_TABLE, entry, 'details').details
  return opened === null ? null : (JSON.parse(opened) as AuditEntry['details'])
}

/**
 * Returns the decrypted details of the audit entries about these rows with one of these actions, the oldest first.
 * Leaves out entries whose details the purge has deleted.
 */
export async function listDetails(
  db: Database,
  sealer: Sealer,
  { entity, entityIds, actions }: { entity: string; entityIds: number[]; actions: string[] },
): Promise<NonNullable<AuditEntry['details']>[]> {
  if (entityIds.length === 0) return []
  const found = await db
    .select({ uuid: auditEntries.uuid, details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.entity, entity),
        inArray(auditEntries.entityId, entityIds),
        inArray(auditEntries.action, actions),
      ),
    )
    .orderBy(auditEntries.id)
  return found.flatMap((entry) => {
    const details = openDetails(sealer, entry)
    return details ? [details] : []
  })
}

/**
 * Deletes the details of audit entries about these reservations, for the purge and for deletions. Keeps the
 * audit entries themselves.
 */
export async function emptyDetails(tx: Transaction, reservationIds: number[]): Promise<void> {
  await tx
    .update(auditEntries)
    .set({ details: null })
    .where(inArray(auditEntries.reservationId, reservationIds))
}
