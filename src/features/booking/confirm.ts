/** A held spot becomes its guest's, other than by a card whose payment `settle` looks at. */
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { enqueueEmail } from '#features/emails/index.ts'
import { promiseOffers } from '#features/events/index.ts'
import { setReservationStatus } from './apply/changes/store.ts'
import { replaceStay } from './replacement/replace.ts'
import { findReplaced } from './replacement/store.ts'

interface Confirming {
  reservation: { id: number; eventId: number }
  /** The invoice that was paid for it, for the mail. */
  invoiceId?: number
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
  now: Date
}

/**
 * Confirms a pending reservation with all that goes with it: the stay whose spot it takes over ends, the guest gets the
 * mail, and the waitlist's job hears of it. The caller holds the locks of the event and the reservation.
 */
export async function confirmHold(
  tx: Transaction,
  deps: Pick<Services, 'sealer' | 'settings'>,
  { reservation: { id, eventId }, invoiceId, by, now }: Confirming,
): Promise<void> {
  const replaced = await findReplaced(tx, id)
  if (replaced !== null) await replaceStay(tx, deps, { id: replaced, now })
  await setReservationStatus(tx, id, { status: 'confirmed', now })
  const key = `invoice-success:${id}`
  await enqueueEmail(tx, { type: 'invoice-success', reservationId: id, invoiceId, key, now })
  const entry = { ...by, action: 'reservation.confirmed', entity: 'reservation', entityId: id }
  await recordAudit(tx, deps.sealer, [{ ...entry, eventId, at: now }])
  await promiseOffers(tx, eventId, now)
}
