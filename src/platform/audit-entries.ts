/** The record of who did what as it is read, and emptied by the purge. */
import { and, eq, inArray } from 'drizzle-orm'
import { AUDIT_TABLE, type AuditEntry } from './audit.ts'
import type { Database, Transaction } from './database/database.ts'
import { auditEntries } from './database/schema/audit.ts'
import type { Sealed } from './database/schema/columns.ts'
import { openColumns, type Sealer } from './sealing.ts'

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

/** The address of the admin who did it, opened from an entry's row. */
export const openActorEmail = (
  sealer: Sealer,
  entry: { uuid: string; actorEmail: Sealed | null },
): string | null => openColumns(sealer, AUDIT_TABLE, entry, 'actorEmail').actorEmail

/** Empties the details of what was done about reservations, for the purge and for a deletion; that it was done stays. */
export async function emptyDetails(tx: Transaction, reservationIds: number[]): Promise<void> {
  await tx
    .update(auditEntries)
    .set({ details: null })
    .where(inArray(auditEntries.reservationId, reservationIds))
}
