/**
 * Anonymizes a reservation: deletes its personal data and all copies of that data, but keeps the row for the books
 * (R18.2).
 */
import { deleteArrival } from '#domain/onsite/arrival/store.ts'
import { emptyEmails, emptyLinkLists } from '#platform/email-queue.ts'
import { deletePlaces } from '#domain/onsite/rooms/store.ts'
import { type Actor, emptyDetails } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { forgetErrors } from '#platform/outbox-worker.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { EMPTY_PERSON } from '../sealed-guest.ts'
import { emptyDescriptions } from '../store/invoices.ts'
import { forgetSavedCards } from '../store/saved-cards.ts'
import { lockReservation } from '../store/locks.ts'
import { forgetConsents } from '../store/payment-intents.ts'
import { emptyMoneyTexts } from '../store/payments.ts'
import { emptyOverrideReason } from '../store/refunds.ts'
import { changeReservation, endReplacementLink, type ReservationRow } from '../store/reservations.ts'
import { auditReservation } from '../transitions.ts'

/**
 * Anonymizes a reservation and all copies of its personal data. The purge and a guest's own request use this
 * function (R18.2). Amounts, dates, ids and the evidence of consent stay. If the caller needs the event's lock
 * later, it must take that lock before this call. E-mails in the e-mail sandbox are deleted by the next purge.
 * Returns `gone` if the reservation is already anonymized or deleted.
 */
export async function anonymizeReservation(
  tx: Transaction,
  { sealer, now }: Pick<Services, 'sealer' | 'now'>,
  { id, by }: { id: number; by: Actor },
): Promise<'anonymized' | 'gone'> {
  // The code that sends e-mails takes the same lock. So it cannot send an e-mail with data that is being deleted.
  const locked = await lockReservation(tx, id)
  if (!locked || locked.purgedAt !== null) return 'gone'
  const at = now()
  await emptyCopies(tx, { sealer }, { rows: [locked], now: at })
  await changeReservation(tx, id, { changes: { ...EMPTY_PERSON, purgedAt: at }, now: at })
  await deleteArrival(tx, id)
  await deletePlaces(tx, [id])
  await emptyDescriptions(tx, id)
  await emptyOverrideReason(tx, id)
  await endReplacementLink(tx, id, at)
  await auditReservation(tx, { sealer }, { row: locked, action: 'reservation.purged', by, now: at })
  return 'anonymized'
}

/**
 * Deletes the personal data about these reservations from other tables: e-mails, job errors, cards, notes about money, consents to save a
 * card and audit details. Also empties e-mails to the same address that list all its stays. The purge calls this
 * function. So does the deletion of a reservation, before it deletes the rows.
 */
export async function emptyCopies(
  tx: Transaction,
  { sealer }: Pick<Services, 'sealer'>,
  { rows, now }: { rows: readonly Addressed[]; now: Date },
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  for (const row of rows) {
    await emptyLinkLists(tx, lookupsOf(sealer, row))
    await forgetErrors(tx, 'emailId', await emptyEmails(tx, row.id))
  }
  await forgetErrors(tx, 'reservationId', ids)
  await emptyMoneyTexts(tx, ids)
  await forgetSavedCards(tx, ids, now)
  await forgetConsents(tx, ids)
  await emptyDetails(tx, ids)
}

type Addressed = Pick<ReservationRow, 'id' | 'uuid' | 'email' | 'emailHash'>

/**
 * Returns the keyed hashes of the guest's e-mail address, one for each data key. Returns only the stored hash if
 * the encrypted address was moved or changed in the database and cannot be opened.
 */
function lookupsOf(sealer: Sealer, { uuid, email, emailHash }: Addressed): string[] {
  if (email === null || emailHash === null) return []
  let address: string
  try {
    address = sealer.open({ table: 'reservations', row: uuid, column: 'email' }, email)
  } catch {
    return [emailHash]
  }
  return sealer.lookups(address)
}
