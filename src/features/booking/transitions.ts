/**
 * The only writer of a reservation's status: each change of it with its audit, its e-mail, the waitlist's job, and the end of a
 * stay whose spot is taken over. The caller holds the locks of the event and the reservation (`store/locks.ts`).
 */
import { randomUUID } from 'node:crypto'
import { type Actor, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from './deps.ts'
import {
  changeReservation,
  findReplaced,
  insertReservation,
  type NewReservation,
  type ReservationRow,
  setReservationStatus,
} from './store/reservations.ts'

type Deps = Pick<BookingDeps, 'sealer' | 'settings' | 'waitlist' | 'emails' | 'endReplaced'>

type New = Omit<NewReservation, 'status' | 'holdExpiresAt' | 'attendeeToken'>

/** Holds a spot until `holdExpiresAt`, for whoever pays for it by then; gives the reservation's id. */
export async function hold(
  tx: Transaction,
  { sealer }: Pick<Deps, 'sealer'>,
  { by, ...reservation }: New & { holdExpiresAt: Date; by: Actor },
): Promise<number> {
  const attendeeToken = randomUUID()
  const id = await insertReservation(tx, { ...reservation, attendeeToken, status: 'pending' })
  await recordAudit(tx, sealer, [entryOf('held', { id, ...reservation }, { by, now: reservation.now })])
  return id
}

/** Nothing is due, so the spot is the guest's at once, and the stay that it takes over ends; `email`: where that is told. */
export async function bookFree(
  tx: Transaction,
  deps: Deps,
  { email, ...reservation }: New & { email: string },
): Promise<number> {
  const { eventId, replacesId = null, now } = reservation
  if (replacesId !== null) await deps.endReplaced(tx, deps, { id: replacesId, now })
  const id = await insertConfirmed(tx, deps, reservation)
  await recordAudit(tx, deps.sealer, [entryOf('confirmed', { id, eventId }, { by: { actor: 'guest' }, now })])
  const mail = { type: 'invoice-success', reservationId: id, key: `invoice-success:${id}`, now } as const
  await deps.emails.enqueueLimited(tx, deps, { ...mail, email, eventId, actor: 'guest' })
  return id
}

/** An admin signs somebody up, who is told only if the admin wants it; gives the reservation's id. */
export async function addByAdmin(
  tx: Transaction,
  deps: Pick<Deps, 'sealer' | 'emails' | 'waitlist'>,
  { by, fields, details, ...reservation }: New & { by: Actor } & AddedBy,
): Promise<number> {
  const id = await insertConfirmed(tx, deps, reservation)
  const { now } = reservation
  await recordAudit(tx, deps.sealer, [
    { ...entryOf('created', { id, ...reservation }, { by, now, details }), fields },
  ])
  if (details.shouldSendEmail) {
    const key = `signup-success-simple:${id}`
    await deps.emails.enqueue(tx, { type: 'signup-success-simple', reservationId: id, key, now })
  }
  return id
}
interface AddedBy {
  fields: string[]
  details: { shouldSendEmail: boolean; allowOverbooking: boolean }
}

async function insertConfirmed(tx: Transaction, deps: TellingDeps, reservation: New): Promise<number> {
  const spot = { attendeeToken: randomUUID(), status: 'confirmed', holdExpiresAt: null } as const
  const reservationId = await insertReservation(tx, { ...reservation, ...spot })
  await deps.waitlist.markBooked(tx, deps, { reservationId, now: reservation.now })
  return reservationId
}

type TellingDeps = Pick<Deps, 'sealer' | 'waitlist'>

interface Changing {
  reservation: { id: number; eventId: number }
  by: Actor
  now: Date
  /** Further details for the audit. */
  details?: AuditEntry['details']
}

/**
 * A held spot, or one that expired before its money came, is the guest's: the stay whose spot it takes over ends, the guest gets
 * the e-mail, and the waitlist's job hears of it. `invoiceId`: the invoice that was paid for it.
 */
export async function confirm(
  tx: Transaction,
  deps: Deps,
  { invoiceId, ...change }: Changing & { invoiceId?: number | undefined },
): Promise<void> {
  const { reservation, now } = change
  const { id } = reservation
  const replaced = await findReplaced(tx, id)
  if (replaced !== null) await deps.endReplaced(tx, deps, { id: replaced, now })
  await setStatus(tx, deps, { ...change, status: 'confirmed' })
  await deps.waitlist.markBooked(tx, deps, { reservationId: id, now })
  const key = `invoice-success:${id}`
  await deps.emails.enqueue(tx, { type: 'invoice-success', reservationId: id, invoiceId, key, now })
}

/** A hold ends without its money: the spot is free again, and nobody's stay is taken over. */
export async function expire(tx: Transaction, deps: TellingDeps, change: Changing): Promise<void> {
  await setStatus(tx, deps, { ...change, status: 'expired' })
}

/** Its money came too late, with no spot left, and goes back. */
export async function markRefunded(tx: Transaction, deps: TellingDeps, change: Changing): Promise<void> {
  await setStatus(tx, deps, { ...change, status: 'refunded' })
}

/** A stay ends for its guest; what of its money goes back is decided with it (`payments/cancel-with-refund.ts`). */
export async function cancel(tx: Transaction, deps: TellingDeps, change: Changing): Promise<void> {
  await setStatus(tx, deps, { ...change, status: 'cancelled' })
}

/** A cancelled stay is the guest's again, who is told where the details say `sendEmail`. */
export async function reinstate(
  tx: Transaction,
  deps: Pick<Deps, 'sealer' | 'waitlist' | 'emails'>,
  change: Changing & { reservation: ReservationRow; details: { sendEmail: boolean } },
): Promise<void> {
  const { reservation, details, now } = change
  const { id, eventId, version } = reservation
  await setReservationStatus(tx, id, { status: 'confirmed', now })
  await recordAudit(tx, deps.sealer, [entryOf('reinstated', reservation, change)])
  await deps.waitlist.markBooked(tx, deps, { reservationId: id, now })
  await deps.waitlist.enqueueOffers(tx, eventId, now)
  if (!details.sendEmail) return
  const key = `stay-reinstated:${id}:${version}`
  await deps.emails.enqueue(tx, { type: 'stay-reinstated', reservationId: id, key, now })
}

/**
 * A confirmed stay is one of the event `to` from now on, at its price: both histories tell of it, the spot that comes free goes to the
 * waitlist of the one that it leaves, and whoever waited for the other waits no more. The caller holds the locks of both events.
 */
export async function moveTo(
  tx: Transaction,
  deps: Pick<Deps, 'sealer' | 'waitlist' | 'emails'>,
  { to, price, ...change }: Moving,
): Promise<void> {
  const { reservation, details, now } = change
  const { id, eventId: from, version } = reservation
  await changeReservation(tx, id, { changes: { eventId: to, price }, now })
  await recordAudit(tx, deps.sealer, [
    entryOf('movedAway', reservation, change),
    entryOf('moved', { id, eventId: to }, change),
  ])
  await deps.waitlist.markBooked(tx, deps, { reservationId: id, now })
  await deps.waitlist.enqueueOffers(tx, from, now)
  await deps.waitlist.enqueueOffers(tx, to, now)
  if (!details.sendEmail) return
  const key = `stay-moved:${id}:${version}`
  await deps.emails.enqueue(tx, { type: 'stay-moved', reservationId: id, key, now })
}
interface Moving extends Changing {
  reservation: ReservationRow
  /** The other event's id. */
  to: number
  price: Cents
  details: { priceBefore: Cents; price: Cents; sendEmail: boolean }
}

async function setStatus(
  tx: Transaction,
  { sealer, waitlist }: TellingDeps,
  { reservation, status, ...cause }: Changing & { status: Exclude<ReservationStatus, 'pending'> },
): Promise<void> {
  await setReservationStatus(tx, reservation.id, { status, now: cause.now })
  await recordAudit(tx, sealer, [entryOf(status, reservation, cause)])
  await waitlist.enqueueOffers(tx, reservation.eventId, cause.now)
}

function entryOf(
  change: string,
  { id, eventId }: Changing['reservation'],
  { by, now, details }: Omit<Changing, 'reservation'>,
): AuditEntry {
  const action = `reservation.${change}`
  return { ...by, action, entity: 'reservation', entityId: id, eventId, details, at: now }
}
