/** Moves a stay to another event and keeps its guest, private link, payments and party (R30.2). */
import { enqueueOffers, markBooked } from '../waitlist/enqueue-jobs.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { deleteArrival } from '#domain/onsite/arrival/store.ts'
import { deletePlaces } from '#domain/onsite/rooms/store.ts'
import { type EventRow, findEvent, type LockedEvent, readSpots } from '#domain/events/store/events.ts'
import { spotsLeft } from '#domain/events/rules.ts'
import type { Actor } from '#platform/audit.ts'
import { postStays } from '#domain/money/ledger/store/post.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import { type Cents, formatMoney, shares } from '#shared/money.ts'
import type { moveReservation } from '../contract/admin.ts'
import type { BookingDeps } from '../deps.ts'
import { type MovePlan, moveProblem, planMove } from '../domain/admin-actions.ts'
import { isCompanion } from '../domain/party.ts'
import {
  redistributeUnpaid,
  keptOfOthers,
  paidByOthers,
  type PartyAccounts,
} from '../domain/party-accounts.ts'
import { changeStay } from '../payments/change-while-unpayable.ts'
import type { NotStopped } from '../payments/stop-payments.ts'
import { changeInvoiceRow, deleteInvoiceRow, insertInvoice } from '../store/invoices.ts'
import { insertPlannedInvoices } from '../store/sign-ups.ts'
import { findPartyAccounts, writePartyAccounts } from '../payments/read-party-accounts.ts'
import { readMoneySums } from '../store/payments.ts'
import { changeReservation, listParty, type ReservationRow, writeChoices } from '../store/reservations.ts'
import { auditReservation, type Changing } from '../transitions.ts'
import { isPassingOn } from './edit-party.ts'

type MoveOrder = ParsedOf<typeof moveReservation>['body'] & { by: Actor }

type NotMoved = FailureCodeOf<typeof moveReservation> | NotStopped | { fields: { price: string } }

/**
 * Cancels open payments at Stripe first, then moves the stay under the locks of both events, the reservations,
 * their invoices and their payments. If the move is impossible, cancels no payment.
 */
export async function moveStay(deps: BookingDeps, order: MoveOrder): Promise<'done' | NotMoved> {
  const { id, by, eventId: otherEventId } = order
  return changeStay<{ to: EventRow }, NotMoved>(deps, {
    id,
    by: by.actor,
    otherEventId,
    decide: async (db, stay) => {
      const to = await findEvent(db, otherEventId)
      if (!to) return { outcome: 'not_found' }
      const problem = await findMoveProblem(db, { ...stay, to, order })
      return problem === null ? { plan: { to } } : { outcome: problem }
    },
    write: async (tx, { plan, ...stay }) => write(tx, deps, { ...stay, ...plan, order }),
  })
}

interface Asked {
  row: ReservationRow
  event: LockedEvent
  to: EventRow
  order: MoveOrder
  now: Date
}

async function findMoveProblem(db: Database, asked: Asked): Promise<NotMoved | null> {
  const { row, event: from, to, order, now } = asked
  if (row.purgedAt) return 'purged'
  if (row.version !== order.version) return 'stale'
  if (isCompanion(row)) return 'in_party'
  const coming = await listComing(db, row)
  const { kept } = priceMove(await findPartyAccounts(db, row.id), { coming, to, order })
  if (order.price !== null && order.price < kept) return { fields: { price: leastText(kept) } }
  let passingOn = false
  for (const one of coming) passingOn ||= await isPassingOn(db, one.id)
  return moveProblem({
    status: row.status,
    from,
    to: { ...to, left: spotsLeft(to.spots, await readSpots(db, to.id)) },
    wanted: coming.length,
    passingOn,
    allowOverbooking: order.allowOverbooking,
    today: ranchDay(now),
  })
}

/**
 * Returns the guests who move with this reservation: a guest without a party alone, or the payer with all active
 * guests of the party.
 */
async function listComing(db: Database, row: ReservationRow): Promise<ReservationRow[]> {
  const party = row.partyId === null ? [row] : await listParty(db, row.partyId)
  return party.filter(({ id, status }) => id === row.id || status === 'confirmed')
}

const leastText = (kept: Cents) =>
  `Please enter at least ${formatMoney(kept)}. That much was kept from, or paid for, guests who left the party`

/**
 * Returns the price of all moving guests at the new event (`price`), and the price and discount of each guest's
 * stay (`stays`). `kept` is the part of `price` that is for guests who have left the party. Guests keep their
 * discounts, but at most the new event's cost (R41.5). A price that an admin sets includes no discount.
 */
function priceMove(
  books: PartyAccounts | undefined,
  { coming, to, order }: { coming: ReservationRow[]; to: Pick<EventRow, 'cost'>; order: MoveOrder },
): { price: Cents; kept: Cents; stays: { share: Cents; discount: Cents }[] } {
  const [first] = coming
  if (!books || !first) throw new Error('No guest moves, or their books are missing')
  const ids = coming.map(({ id }) => id)
  const kept = first.partyId === null ? 0 : keptOfOthers(books, first.id, ids)
  // Payments by a former payer for a guest who was split off also count at the new event.
  const before = first.partyId === null ? paidByOthers(books, first.id) : 0
  const cost = Math.max(0, to.cost)
  const own = coming.map((one) => Math.min(one.discount, cost))
  const usual = Math.max(0, own.reduce((sum, off) => sum + cost - off, 0) + kept - before)
  const price = order.price ?? usual
  const isUsual = price === usual
  const each = shares(
    price - kept,
    own.map((off) => (isUsual ? cost - off : price - kept)),
  )
  const stays = own.map((off, index) => ({ share: each[index] ?? 0, discount: isUsual ? off : 0 }))
  return { price, kept, stays }
}

async function write(
  tx: Transaction,
  deps: BookingDeps,
  { row, to, order, books, now }: Asked & { books: PartyAccounts },
): Promise<void> {
  const { id } = row
  const today = ranchDay(now)
  const coming = await listComing(tx, row)
  const { price, stays } = priceMove(books, { coming, to, order })
  const invoices = books.invoices
    .filter(({ reservationId }) => reservationId === id)
    .map(({ payment, ...invoice }) => ({ ...invoice, paid: payment !== null }))
  const sums = await readMoneySums(tx, id, today)
  const plan = planMove(sums, invoices, { price, startDateDate: to.startDateDate, today })
  await writeInvoices(tx, id, { plan, now })
  // The guest's room and arrival time were for the days of the old event.
  await deletePlaces(
    tx,
    coming.map((one) => one.id),
  )
  for (const [index, one] of coming.entries()) {
    const { share, discount } = stays[index] ?? { share: 0, discount: 0 }
    await deleteArrival(tx, one.id)
    // The new event has its own options and prices. So the guest's chosen options are removed (R37.6).
    await writeChoices(tx, one.id, { chosen: [], now })
    const asked = one.id === id ? price : 0
    const sendEmail = order.sendEmail && (one.id === id || one.email !== null)
    const details = { priceBefore: one.price, price: asked, sendEmail }
    const costs = { price: asked, share: row.partyId === null ? null : share, discount }
    await moveTo(tx, deps, { reservation: one, to: to.id, ...costs, by: order.by, now, details })
  }
  const before = row.partyId === null ? undefined : await findPartyAccounts(tx, id)
  if (before) await writePartyAccounts(tx, { before, after: redistributeUnpaid(before, id), now })
}

async function writeInvoices(
  tx: Transaction,
  reservationId: number,
  { plan: { gone, asked }, now }: { plan: MovePlan; now: Date },
): Promise<void> {
  for (const id of gone) await deleteInvoiceRow(tx, id)
  for (const { id, purpose, amount, due } of asked) {
    if (id !== null) await changeInvoiceRow(tx, id, { amount, due })
    else if (purpose === 'other')
      await insertInvoice(tx, { reservationId, amount, due, description: null, extra: false, createdAt: now })
    else await insertPlannedInvoices(tx, { reservationId, plan: [{ purpose, amount, due }], now })
  }
}

/**
 * Moves a confirmed stay to the event `to` at that event's price. Writes audit entries for both events, offers the
 * spot to the old event's waitlist, and removes the guest from the new event's waitlist. The caller holds the locks
 * of both events.
 */
async function moveTo(
  tx: Transaction,
  deps: Pick<BookingDeps, 'sealer'>,
  { reservation, to, price, share, discount, by, details, now }: Moving,
): Promise<void> {
  const { id, eventId: from, version } = reservation
  await changeReservation(tx, id, { changes: { eventId: to, price, share, discount }, now })
  await postStays(tx, [id], { now })
  const row = { id, eventId: to }
  await auditReservation(tx, deps, { row: reservation, action: 'reservation.movedAway', details, by, now })
  await auditReservation(tx, deps, { row, action: 'reservation.moved', details, by, now })
  await markBooked(tx, deps, { reservationId: id, now })
  await enqueueOffers(tx, from, now)
  await enqueueOffers(tx, to, now)
  if (!details.sendEmail) return
  const key = `stay-moved:${id}:${version}`
  await enqueueEmail(tx, { type: 'stay-moved', reservationId: id, key, now })
}
interface Moving extends Changing {
  reservation: ReservationRow
  to: number
  price: Cents
  /** For a guest of a party: the price of this guest's own stay at the new event in cents. Otherwise null. */
  share: Cents | null
  /** Cents of this guest's discount at the new event. They are already subtracted from the price. */
  discount: Cents
  details: { priceBefore: Cents; price: Cents; sendEmail: boolean }
}
