/** A reservation stays in the books, and everything personal goes from it and from its copies (R18.2). */
import { forgetArrival } from '#features/arrival/index.ts'
import { emptyEmails, emptyLinkLists } from '#features/emails/index.ts'
import { forgetRooms } from '#features/rooms/index.ts'
import { type Actor, emptyDetails } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { forgetErrors } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import { EMPTY_PERSON } from '../sealed-guest.ts'
import { emptyDescriptions } from '../store/invoices.ts'
import { forgetKeptCards } from '../store/kept-cards.ts'
import { lockReservation } from '../store/locks.ts'
import { forgetConsents } from '../store/payment-intents.ts'
import { emptyCards } from '../store/payments.ts'
import { emptyOverrideReason } from '../store/refunds.ts'
import { changeReservation, endReplacementLink } from '../store/reservations.ts'
import { auditReservation } from '../transitions.ts'

/**
 * Anonymizes a reservation and all its copies, for the purge and whoever asks for it (R18.2). What is left names nobody: amounts, dates,
 * numbers, the consent's evidence. The caller holds the event's lock if any. Mails that the sandbox's mailbox has captured go with the next
 * purge. `gone`: it is anonymized already, or was deleted.
 */
export async function anonymizeReservation(
  tx: Transaction,
  { sealer, now }: Pick<Services, 'sealer' | 'now'>,
  { id, by }: { id: number; by: Actor },
): Promise<'anonymized' | 'gone'> {
  // Sending e-mails waits for this lock.
  const locked = await lockReservation(tx, id)
  if (!locked || locked.purgedAt !== null) return 'gone'
  const { uuid, email } = locked
  const at = now()
  const place = { table: 'reservations', row: uuid, column: 'email' }
  if (email) await emptyLinkLists(tx, sealer.lookups(sealer.open(place, email)))
  await changeReservation(tx, id, { changes: { ...EMPTY_PERSON, purgedAt: at }, now: at })
  await forgetArrival(tx, id)
  await forgetRooms(tx, [id])
  await forgetErrors(tx, 'emailId', await emptyEmails(tx, id))
  await forgetErrors(tx, 'reservationId', [id])
  await emptyDescriptions(tx, id)
  await emptyCards(tx, [id])
  await forgetKeptCards(tx, [id], at)
  await forgetConsents(tx, [id])
  await emptyDetails(tx, [id])
  await emptyOverrideReason(tx, id)
  await endReplacementLink(tx, id, at)
  await auditReservation(tx, { sealer }, { row: locked, action: 'reservation.purged', by, now: at })
  return 'anonymized'
}
