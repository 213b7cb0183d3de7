/**
 * Deletes one reservation, or all of an event, permanently (R12.3). Makes sure that no open payment can still be
 * charged, and that no received payment is overlooked.
 */
import { enqueueOffers } from '../waitlist/enqueue-jobs.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import type { Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { BookingDeps } from '../deps.ts'
import { deleteGuest } from '../domain/party-accounts.ts'
import { payerOf } from '../domain/party.ts'
import { byCard, type PaymentReceived, withMoneyLeft } from '../domain/refunds.ts'
import { lockPartyAccounts, writePartyAccounts, listCompanions } from '../payments/read-party-accounts.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import { lockReservationsAndInvoices } from '../store/locks.ts'
import { listPaymentsReceived } from '../store/payments.ts'
import {
  deleteReservationRows,
  findReservation,
  listReservations,
  type ReservationSelector,
} from '../store/reservations.ts'
import { auditReservation } from '../transitions.ts'
import { emptyCopies } from './anonymize-reservation.ts'

/** Why no reservation was deleted. `paid` means that a payment is not refunded yet. */
export type NotDeleted = 'paid' | NotStopped

interface Deletion {
  which: ReservationSelector
  eventId: number
  /** Returns whether the reservations may be deleted although they have these payments. */
  mayGo: (money: PaymentReceived[]) => boolean
  by: Actor
}

/**
 * Cancels open payments at Stripe first, then deletes the reservations under the locks of the event, the
 * reservations and their invoices. `finish` gets the deleted ids and runs in the same transaction. Payments stay in
 * the accounts without a name, and requested refunds continue.
 */
export async function deleteReservations<Result>(
  deps: BookingDeps,
  { which, eventId, mayGo, by }: Deletion,
  finish: (tx: Transaction, ids: number[]) => Promise<Result>,
): Promise<{ done: Result } | NotDeleted> {
  const one = 'reservationId' in which ? await findReservation(deps.db, which.reservationId) : undefined
  const result = await stopPayments<PaymentReceived[], { done: Result; ids: number[] } | NotDeleted>(deps, {
    of: one ? { reservationId: payerOf(one) } : which,
    by: by.actor,
    look: async () => {
      const money = await listPaymentsReceived(deps.db, which)
      return mayGo(money) ? { seen: money } : { result: 'paid' }
    },
    write: async (tx, money, stopped) => {
      await lockEvent(tx, eventId)
      const books = one && (await lockPartyAccounts(tx, one.id))
      const ids = await lockReservationsAndInvoices(tx, which)
      const row = one && (await findReservation(tx, one.id))
      // Another request has moved the stay to an event that is not locked here, or has changed its payer or
      // companions.
      if (row && one && (row.eventId !== eventId || payerOf(row) !== payerOf(one))) return 'changed_meanwhile'
      if (row && (await listCompanions(tx, row)).length > 0) return 'changed_meanwhile'
      await stopped()
      if ((await listPaymentsReceived(tx, which)).length !== money.length) return 'payment_arrived'
      // The purge never sees deleted rows. So this code empties the copies of their personal data in other tables.
      // It does so before `writePartyAccounts`, because emptying the e-mails of a party needs the party ids, which
      // `writePartyAccounts` changes.
      const rows = await listReservations(tx, { eventId, after: 0 })
      await emptyCopies(tx, deps, { rows: rows.filter(({ id }) => ids.includes(id)), now: deps.now() })
      if (books && row)
        await writePartyAccounts(tx, {
          before: books,
          after: deleteGuest(books, row.id),
          deleting: true,
          now: deps.now(),
        })
      await deleteReservationRows(tx, which)
      return { done: await finish(tx, ids), ids }
    },
  })
  if (typeof result === 'string') return result
  // After a backup is restored, it contains this reservation again. Then only this log line shows that it must be
  // deleted (docs/operators/backup.md).
  for (const id of result.ids) deps.log.info({ reservationId: id }, 'a reservation was deleted')
  return { done: result.done }
}

/** Deletes one reservation. Refuses while card payments are not refunded, unless `force` is set. */
export async function deleteByAdmin(
  deps: BookingDeps,
  { id, force, by }: { id: number; force: boolean; by: Actor },
): Promise<'done' | 'not_found' | 'pays_for_others' | NotDeleted> {
  const found = await findReservation(deps.db, id)
  if (!found) return 'not_found'
  if ((await listCompanions(deps.db, found)).length > 0) return 'pays_for_others'
  const { eventId, status } = found
  const which = { reservationId: id }
  const mayGo = (money: PaymentReceived[]) => force || withMoneyLeft(byCard(money)).size === 0
  const result = await deleteReservations(deps, { which, eventId, mayGo, by }, async (tx, ids) => {
    // Another request has already deleted the reservation and written the audit entry.
    if (ids.length === 0) return 'not_found' as const
    const now = deps.now()
    const details = { status, force }
    await auditReservation(tx, deps, { row: found, action: 'reservation.deleted', details, by, now })
    await enqueueOffers(tx, eventId, now)
    return 'done' as const
  })
  return typeof result === 'string' ? result : result.done
}
