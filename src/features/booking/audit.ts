/** What the history says of a reservation. */
import { type Actor, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { BookingDeps } from './deps.ts'

interface Done extends Pick<AuditEntry, 'action' | 'fields' | 'details'> {
  row: { id: number; eventId: number }
  by: Actor
  now: Date
}

/** Writes what was done, in the transaction of it. What changes a status is told with it (`transitions.ts`). */
export async function auditReservation(
  tx: Transaction,
  { sealer }: Pick<BookingDeps, 'sealer'>,
  { row: { id, eventId }, by, now, ...done }: Done,
): Promise<void> {
  const about = { entity: 'reservation', entityId: id, eventId }
  await recordAudit(tx, sealer, [{ ...by, ...done, ...about, at: now }])
}
