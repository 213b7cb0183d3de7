/** Lets an admin change a party (R39.6): add a companion, split one off, or change the payer. */
import { randomUUID } from 'node:crypto'
import { type LockedEvent, lockEvent, readSpots } from '#domain/events/store/events.ts'
import type { ChoiceRefused, Chosen } from '#domain/events/domain/options.ts'
import { spotsLeft, hasEnded } from '#domain/events/rules.ts'
import type { Actor } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import type { Cents } from '#shared/money.ts'
import type * as contract from '../contract/party.ts'
import type { BookingDeps } from '../deps.ts'
import { quote } from '../domain/admin-actions.ts'
import { isCompanion, MOST_IN_PARTY, payerOf } from '../domain/party.ts'
import { refundGuest, joinParty, leaveParty, receivedFor, splitOff } from '../domain/party-accounts.ts'
import { planRefund } from '../domain/refund-policy.ts'
import { makePayer, writeRefunds } from '../payments/cancel-with-refund.ts'
import { changeStay } from '../payments/change-while-unpayable.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import { EMPTY_GUEST_DETAILS, sealGuest } from '../sealed-guest.ts'
import { lockPartyAccounts, writePartyAccounts } from '../payments/read-party-accounts.ts'
import {
  changeReservation,
  findReservation,
  listParty,
  type ReservationRow,
  findOpenToken,
  findReplacing,
} from '../store/reservations.ts'
import { auditReservation } from '../transitions.ts'
import { addByAdmin } from './admin-sign-up.ts'

type PartyOrder = ParsedOf<typeof contract.splitFromParty>['body'] & { by: Actor }

type NotChanged = Exclude<FailureCodeOf<typeof contract.splitFromParty>, 'not_companion'> | NotStopped

/**
 * Returns why an admin cannot change this guest's party, or null. Also compares the reservation's version with the
 * admin's.
 */
function standProblem({ purgedAt, version, status }: ReservationRow, order: PartyOrder) {
  if (purgedAt) return 'purged'
  if (version !== order.version) return 'stale'
  return status === 'confirmed' ? null : 'not_standing'
}

const companionProblem = (row: ReservationRow, order: PartyOrder) =>
  standProblem(row, order) ?? (isCompanion(row) ? null : 'not_companion')

/**
 * Returns whether this guest is passing on their spot: they created a link for passing it on, which has not ended,
 * or another guest is taking over the spot or has taken it.
 */
export const isPassingOn = async (db: Database, id: number): Promise<boolean> =>
  (await findOpenToken(db, id)) !== null || (await findReplacing(db, id)) !== undefined

/** Splits a companion off from the party, so that they pay for themselves. */
export async function splitFromParty(
  deps: BookingDeps,
  order: PartyOrder,
): Promise<'done' | 'not_companion' | NotChanged> {
  const { id, by } = order
  return changeStay<object, 'not_companion' | NotChanged>(deps, {
    id,
    by: by.actor,
    decide: async (_, { row }) => {
      const problem = companionProblem(row, order)
      return problem === null ? { plan: {} } : { outcome: problem }
    },
    write: async (tx, { row, books, now }) => {
      const after = splitOff(books, id, ranchDay(now))
      await writePartyAccounts(tx, { before: books, after, now })
      await auditReservation(tx, deps, { row, action: 'reservation.splitOff', by, now })
    },
  })
}

/** Makes a companion the payer for the whole party. */
export async function changePayer(
  deps: BookingDeps,
  order: PartyOrder,
): Promise<'done' | 'not_companion' | 'passing_on' | NotChanged> {
  const { id, by } = order
  return changeStay<object, 'not_companion' | 'passing_on' | NotChanged>(deps, {
    id,
    by: by.actor,
    decide: async (db, { row }) => {
      const problem = companionProblem(row, order) ?? ((await isPassingOn(db, id)) ? 'passing_on' : null)
      return problem === null ? { plan: {} } : { outcome: problem }
    },
    write: async (tx, { books, now }) => {
      await makePayer(tx, deps, { books, nextId: id, sendEmail: true, by, now })
    },
  })
}

const BY_JOB = { actor: 'job:left-party' }

/**
 * Removes a canceled companion's unpaid part from the invoices, after another guest took over the companion's spot.
 * Runs as a job, because the payer was paying at that moment. Payments made for the companion since then are
 * refunded in full; `paid` lists the earlier ones. Returns `waits` if the job must run again later.
 */
export async function removeLeaverFromInvoices(
  deps: BookingDeps,
  { reservationId, paid }: { reservationId: number; paid: readonly number[] },
): Promise<'done' | 'waits'> {
  const found = await findReservation(deps.db, reservationId)
  if (!found) return 'done'
  const payerId = payerOf(found)
  const outcome = await stopPayments<ReservationRow, 'done' | 'waits'>(deps, {
    of: { reservationId: payerId },
    by: BY_JOB.actor,
    look: async () => ({ seen: found }),
    write: async (tx, { eventId }, stopped) => {
      await lockEvent(tx, eventId)
      const books = await lockPartyAccounts(tx, reservationId)
      const row = await findReservation(tx, reservationId)
      if (!books || row?.status !== 'cancelled') return 'done'
      if (payerOf(row) !== payerId) return 'waits'
      await stopped()
      const now = deps.now()
      const late = receivedFor(books, reservationId).filter(({ paymentId }) => !paid.includes(paymentId))
      const today = ranchDay(now)
      const plan = planRefund(late, { ...BY_RETREAT, startDateDate: today, today })
      const after = refundGuest(leaveParty(books, reservationId), reservationId, plan.lines)
      await writePartyAccounts(tx, { before: books, after, now })
      await writeRefunds(tx, deps, { row, plan: { ...plan, cancelledBy: 'guest' }, by: BY_JOB, now })
      return 'done'
    },
  })
  // The arrived payment is recorded now. So a second call refunds the companion's part of it.
  if (outcome === 'payment_arrived') return removeLeaverFromInvoices(deps, { reservationId, paid })
  return outcome === 'done' ? 'done' : 'waits'
}

/** With these facts, `planRefund` refunds everything including Stripe's fee, as when the venue cancels. */
const BY_RETREAT = { cancelledBy: 'retreat', replacementFound: false } as const

type CompanionOrder = ParsedOf<typeof contract.addToParty>['body'] & { by: Actor }

type NotAdded = 'event_cancelled' | 'event_ended' | 'event_full' | 'party_full' | ChoiceRefused

/**
 * Adds a companion with a confirmed spot, under the event's lock. A guest who came alone becomes the payer of a
 * party.
 */
export async function addCompanion(
  deps: BookingDeps,
  order: CompanionOrder,
): Promise<'done' | NotAdded | NotChanged> {
  const uuid = randomUUID()
  const { customerName, email, by } = order
  // Encrypting the details takes time. So they are sealed before the event is locked, and other sign-ups wait less.
  const guest = sealGuest(deps.sealer, uuid, { ...EMPTY_GUEST_DETAILS, customerName, email })
  return changeStay<Spot, NotAdded | NotChanged>(deps, {
    id: order.id,
    by: by.actor,
    decide: async (db, { row, event, now }) => {
      const problem = standProblem(row, order)
      return problem === null ? spotFor(db, { event, row, order, now }) : { outcome: problem }
    },
    write: async (tx, { event, row, plan: { chosen, price }, books, now }) => {
      const payerId = payerOf(row)
      const fields = ['customerName', ...(email === null ? [] : ['email'])]
      const details = {
        shouldSendEmail: order.sendEmail && email !== null,
        allowOverbooking: order.allowOverbooking,
      }
      const none = { attemptHash: null, termsHash: null }
      const spot = { ...none, uuid, eventId: event.id, price: 0, chosen, guest, now }
      const guestId = await addByAdmin(tx, deps, { ...spot, by, fields, details })
      await changeReservation(tx, guestId, { changes: { linkHandedOn: email === null }, now })
      const after = joinParty(books, { payerId, guestId, price, today: ranchDay(now) })
      await writePartyAccounts(tx, { before: books, after, now })
      await auditReservation(tx, deps, { row, action: 'reservation.companionAdded', by, now })
    },
  })
}

interface Spot {
  chosen: Chosen[]
  price: Cents
}

/**
 * Returns the companion's options and the price of the spot in cents, or why the companion cannot be added.
 */
async function spotFor(
  db: Database,
  { event, row, order, now }: { event: LockedEvent; row: ReservationRow; order: CompanionOrder; now: Date },
): Promise<{ outcome: NotAdded } | { plan: Spot }> {
  const today = ranchDay(now)
  if (event.cancelledAt !== null) return { outcome: 'event_cancelled' }
  if (hasEnded(event.endDateDate, today)) return { outcome: 'event_ended' }
  const members = row.partyId === null ? [row] : await listParty(db, row.partyId)
  if (members.filter(({ status }) => status === 'confirmed').length >= MOST_IN_PARTY)
    return { outcome: 'party_full' }
  const { allowOverbooking, options: chosenIds } = order
  const spots = await readSpots(db, event.id)
  if (!allowOverbooking && spotsLeft(event.spots, spots) <= 0) return { outcome: 'event_full' }
  const picking = { options: spots.options, chosenIds, byAdmin: { allowOverbooking } }
  const { chosen, refused, price } = quote(event, picking, today)
  return refused ? { outcome: refused } : { plan: { chosen, price: Math.max(0, price) } }
}
