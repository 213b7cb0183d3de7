/**
 * Deletes one reservation, or all of an event, permanently (R12.3). Makes sure that no open payment can still be
 * charged, and that no received payment is overlooked.
 */
import { enqueueOffers } from '../waitlist/enqueue-jobs.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import { listOpenMoney } from '#domain/money/ledger/store/open-money.ts'
import type { Actor } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isActive } from '#shared/reservation-status.ts'
import type { BookingDeps } from '../deps.ts'
import type { OpenMoney } from '../domain/open-money.ts'
import { deleteGuest } from '../domain/party-accounts.ts'
import { payerOf } from '../domain/party.ts'
import { lockPartyAccounts, writePartyAccounts, listCompanions } from '../payments/read-party-accounts.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import { lockReservationsAndInvoices } from '../store/locks.ts'
import { countPaymentsReceived } from '../store/payments.ts'
import { deleteReservationRows, findReservation, listReservations } from '../store/reservations.ts'
import { auditReservation } from '../transitions.ts'
import { emptyCopies } from './anonymize-reservation.ts'

/** Why no reservation was deleted. */
export type NotDeleted = OpenMoney | NotStopped

interface Deletion {
  which: { reservationId: number } | { eventId: number }
  eventId: number
  /** True to delete guests although their money is open. It stays in the ledger under their numbers. */
  force: boolean
  by: Actor
}

/**
 * Cancels open payments at Stripe first, then deletes the reservations under the locks of the event, the
 * reservations and their invoices. `finish` gets the deleted ids and the money that was open, and runs in the same
 * transaction. Payments stay in the accounts without a name, and requested refunds continue.
 */
export async function deleteReservations<Result>(
  deps: BookingDeps,
  { which, eventId, force, by }: Deletion,
  finish: (tx: Transaction, ids: number[], money: OpenMoney) => Promise<Result>,
): Promise<{ done: Result } | NotDeleted> {
  const refusalOf = (money: OpenMoney) => (money.guests > 0 && !force ? money : null)
  const one = 'reservationId' in which ? await findReservation(deps.db, which.reservationId) : undefined
  const result = await stopPayments<number, { done: Result; ids: number[] } | NotDeleted>(deps, {
    of: one ? { reservationId: payerOf(one) } : which,
    by: by.actor,
    look: async () => {
      const refused = refusalOf(await readOpenMoney(deps.db, which))
      if (refused) return { result: refused }
      return { seen: await countPaymentsReceived(deps.db, which) }
    },
    write: async (tx, received, stopped) => {
      await lockEvent(tx, eventId)
      const books = one && (await lockPartyAccounts(tx, one.id))
      const ids = await lockReservationsAndInvoices(tx, which)
      const row = one && (await findReservation(tx, one.id))
      // Another request has moved the stay to an event that is not locked here, or has changed its payer or
      // companions.
      if (row && one && (row.eventId !== eventId || payerOf(row) !== payerOf(one))) return 'changed_meanwhile'
      if (row && (await listCompanions(tx, row)).length > 0) return 'changed_meanwhile'
      await stopped()
      if ((await countPaymentsReceived(tx, which)) !== received) return 'payment_arrived'
      const open = await readOpenMoney(tx, which)
      const refused = refusalOf(open)
      if (refused) return refused
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
      return { done: await finish(tx, ids, open), ids }
    },
  })
  if (typeof result === 'string' || 'open' in result) return result
  // After a backup is restored, it contains this reservation again. Then only this log line shows that it must be
  // deleted (docs/operators/backup.md).
  for (const id of result.ids) deps.log.info({ reservationId: id }, 'a reservation was deleted')
  return { done: result.done }
}

export const readOpenMoney = async (
  db: Database,
  which: { reservationId: number } | { eventId: number },
): Promise<OpenMoney> => {
  const of = 'eventId' in which ? which : { reservationIds: [which.reservationId] }
  const each = [...(await listOpenMoney(db, of)).values()]
  return { open: each.reduce((total, cents) => total + cents, 0), guests: each.length }
}

/** Deletes one reservation. Refuses while money of the guest is open, unless `force` is set. */
export async function deleteByAdmin(
  deps: BookingDeps,
  { id, force, by }: { id: number; force: boolean; by: Actor },
): Promise<'done' | 'not_found' | 'pays_for_others' | NotStopped | (OpenMoney & { isActive: boolean })> {
  const found = await findReservation(deps.db, id)
  if (!found) return 'not_found'
  if ((await listCompanions(deps.db, found)).length > 0) return 'pays_for_others'
  const { eventId, status } = found
  const which = { reservationId: id }
  const result = await deleteReservations(deps, { which, eventId, force, by }, async (tx, ids, { open }) => {
    // Another request has already deleted the reservation and written the audit entry.
    if (ids.length === 0) return 'not_found' as const
    const now = deps.now()
    const details = { status, force, openMoney: open }
    await auditReservation(tx, deps, { row: found, action: 'reservation.deleted', details, by, now })
    await enqueueOffers(tx, eventId, now)
    return 'done' as const
  })
  if (typeof result === 'string') return result
  return 'done' in result ? result.done : { ...result, isActive: isActive(status) }
}
