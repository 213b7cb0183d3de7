/** An admin moves a stay to another retreat: its guest, its link and all that is paid go along (docs/decisions/0069). */
import { forgetArrival } from '#features/arrival/index.ts'
import { forgetRooms } from '#features/rooms/index.ts'
import { countTaken, type EventRow, findEvent, type LockedEvent } from '#features/events/index.ts'
import type { Actor } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import { type MovePlan, type MoveProblem, moveProblem, planMove } from '../domain/admin-actions.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import { deleteInvoiceRow, insertInvoice, insertPlannedInvoices, setInvoiceAsked } from '../store/invoices.ts'
import { lockReceived } from '../store/locked-facts.ts'
import { lockEvents, lockReservationsAndInvoices } from '../store/locks.ts'
import { listInvoiceLines, readMoneySums } from '../store/payments.ts'
import { isInParty } from '../store/party-books.ts'
import { findOpenToken } from '../store/replacement-links.ts'
import { findReplacing, findReservation, type ReservationRow, writeChoices } from '../store/reservations.ts'
import { moveTo } from '../transitions.ts'

export interface MoveOrder {
  id: number
  /** The reservation's version that the admin saw. */
  version: number
  /** The retreat to come to. */
  eventId: number
  /** Cents for the stay there; null: what the retreat costs. */
  price: Cents | null
  allowOverbooking: boolean
  sendEmail: boolean
  by: Actor
}

export type NotMoved = 'not_found' | 'purged' | 'stale' | 'in_party' | MoveProblem | NotStopped

/**
 * Ends what could still be paid at the provider, then moves under the locks of both events, the reservation, its invoices and its
 * payments. An impossible move ends nothing.
 */
export async function moveStay(deps: BookingDeps, order: MoveOrder): Promise<'done' | NotMoved> {
  const { id, by } = order
  return stopPayments<ReservationRow, 'done' | NotMoved>(deps, {
    of: { reservationId: id },
    by: by.actor,
    look: async () => {
      const row = await findReservation(deps.db, id)
      const from = row && (await findEvent(deps.db, row.eventId))
      const to = await findEvent(deps.db, order.eventId)
      const problem = await problemOf(deps.db, { row, from, to, order, now: deps.now() })
      return row && problem === null ? { seen: row } : { result: problem ?? 'not_found' }
    },
    write: async (tx, seen, stopped) => {
      const events = await lockEvents(tx, [seen.eventId, order.eventId])
      await lockReservationsAndInvoices(tx, { reservationId: id })
      await lockReceived(tx, id)
      const row = await findReservation(tx, id)
      const to = events.get(order.eventId)
      const now = deps.now()
      // Moved by somebody else meanwhile: then its event is none of the locked ones.
      const from = row && events.get(row.eventId)
      const problem = await problemOf(tx, { row, from, to, order, now })
      if (problem !== null || !row || !to) return problem ?? 'stale'
      await stopped()
      await write(tx, deps, { row, to, order, now })
      return 'done'
    },
  })
}

interface Asked {
  row: ReservationRow | undefined
  from: EventRow | LockedEvent | undefined
  to: EventRow | LockedEvent | undefined
  order: MoveOrder
  now: Date
}

async function problemOf(db: Database, { row, from, to, order, now }: Asked): Promise<NotMoved | null> {
  if (!row || !to) return 'not_found'
  if (row.purgedAt) return 'purged'
  if (row.version !== order.version || !from) return 'stale'
  if (await isInParty(db, row)) return 'in_party'
  return moveProblem({
    status: row.status,
    from,
    to: { ...to, taken: await countTaken(db, to.id) },
    passingOn: (await findOpenToken(db, row.id)) !== null || (await findReplacing(db, row.id)) !== undefined,
    allowOverbooking: order.allowOverbooking,
    today: ranchDay(now),
  })
}

async function write(
  tx: Transaction,
  deps: BookingDeps,
  { row, to, order, now }: { row: ReservationRow; to: LockedEvent; order: MoveOrder; now: Date },
): Promise<void> {
  const { id } = row
  const today = ranchDay(now)
  const price = order.price ?? Math.max(0, to.cost)
  const invoices = (await listInvoiceLines(tx, id)).map(({ invoice, payment }) => {
    return { ...invoice, paid: payment !== null }
  })
  const sums = await readMoneySums(tx, id, today)
  const plan = planMove(sums, invoices, { price, startDateDate: to.startDateDate, today })
  await writeInvoices(tx, id, { plan, now })
  // Both were for days of the other retreat.
  await forgetArrival(tx, id)
  await forgetRooms(tx, [id])
  const details = { priceBefore: row.price, price, sendEmail: order.sendEmail }
  // Other choices at other prices are made there (R37.6).
  await writeChoices(tx, id, { chosen: [], now })
  await moveTo(tx, deps, { reservation: row, to: to.id, price, by: order.by, now, details })
}

async function writeInvoices(
  tx: Transaction,
  reservationId: number,
  { plan: { gone, asked }, now }: { plan: MovePlan; now: Date },
): Promise<void> {
  for (const id of gone) await deleteInvoiceRow(tx, id)
  for (const { id, purpose, amount, due } of asked) {
    if (id !== null) await setInvoiceAsked(tx, id, { amount, due })
    else if (purpose === 'other')
      await insertInvoice(tx, {
        reservationId,
        amount,
        due,
        description: null,
        extra: false,
        createdAt: now,
      })
    else await insertPlannedInvoices(tx, { reservationId, plan: [{ purpose, amount, due }], now })
  }
}
