/**
 * The only writer of a reservation's status: each change of it with its audit, its e-mail, the waitlist's job, and the end of a
 * stay whose spot is taken over. The caller holds the locks of the event and the reservation (`store/locks.ts`).
 */
import { randomUUID } from 'node:crypto'
import { enqueueEmail, enqueueLimitedEmail } from '#features/emails/index.ts'
import { findEvent } from '#features/events/index.ts'
import { type Actor, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { openRecord } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from './deps.ts'
import { type Decided, type Plan, planRefund } from './domain/refund-policy.ts'
import { asPromised } from './domain/replacement.ts'
import { enqueueAwaitedRefund, insertCancellation } from './store/cancellations.ts'
import { lockReceived, lockReservationsAndInvoices } from './store/locks.ts'
import { enqueueApply, listOpenIntentsOf } from './store/payment-intents.ts'
import { requestRefund } from './store/refunds.ts'
import { endReplacementLink } from './store/replacement-links.ts'
import {
  findReplaced,
  findReservation,
  insertReservation,
  type NewReservation,
  type ReservationRow,
  setReservationStatus,
} from './store/reservations.ts'

type Deps = Pick<BookingDeps, 'sealer' | 'settings' | 'waitlist'>

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
  if (replacesId !== null) await endReplaced(tx, deps, { id: replacesId, now })
  const id = await insertConfirmed(tx, reservation)
  await recordAudit(tx, deps.sealer, [entryOf('confirmed', { id, eventId }, { by: { actor: 'guest' }, now })])
  const mail = { type: 'invoice-success', reservationId: id, key: `invoice-success:${id}`, now } as const
  await enqueueLimitedEmail(tx, deps, { ...mail, email, eventId, actor: 'guest' })
  return id
}

/** An admin signs somebody up, who is told only if the admin wants it; gives the reservation's id. */
export async function addByAdmin(
  tx: Transaction,
  { sealer }: Pick<Deps, 'sealer'>,
  { by, fields, details, ...reservation }: New & { by: Actor } & AddedBy,
): Promise<number> {
  const id = await insertConfirmed(tx, reservation)
  const { now } = reservation
  await recordAudit(tx, sealer, [
    { ...entryOf('created', { id, ...reservation }, { by, now, details }), fields },
  ])
  if (details.shouldSendEmail) {
    const key = `signup-success-simple:${id}`
    await enqueueEmail(tx, { type: 'signup-success-simple', reservationId: id, key, now })
  }
  return id
}
interface AddedBy {
  fields: string[]
  details: { shouldSendEmail: boolean; allowOverbooking: boolean }
}

async function insertConfirmed(tx: Transaction, reservation: New): Promise<number> {
  const attendeeToken = randomUUID()
  return insertReservation(tx, { ...reservation, attendeeToken, status: 'confirmed', holdExpiresAt: null })
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
  if (replaced !== null) await endReplaced(tx, deps, { id: replaced, now })
  await setStatus(tx, deps, { ...change, status: 'confirmed' })
  const key = `invoice-success:${id}`
  await enqueueEmail(tx, { type: 'invoice-success', reservationId: id, invoiceId, key, now })
}

/** A hold ends without its money: the spot is free again, and nobody's stay is taken over. */
export async function expire(tx: Transaction, deps: TellingDeps, change: Changing): Promise<void> {
  await setStatus(tx, deps, { ...change, status: 'expired' })
}

/** Its money came too late, with no spot left, and goes back. */
export async function markRefunded(tx: Transaction, deps: TellingDeps, change: Changing): Promise<void> {
  await setStatus(tx, deps, { ...change, status: 'refunded' })
}

async function setStatus(
  tx: Transaction,
  { sealer, waitlist }: TellingDeps,
  { reservation, status, ...cause }: Changing & { status: 'confirmed' | 'expired' | 'refunded' },
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

/** The actor of a stay's end by a replacement: neither its guest nor an admin did it. */
const BY_REPLACEMENT = { actor: 'job:replacement' }

/**
 * Cancels the stay in the transaction that confirms who takes its spot: in either order of events it happens once, and
 * at no time are both counted. The caller holds the event's lock. What could still be paid for the stay is ended at the
 * provider right afterwards; money that is faster comes to a cancelled stay and goes back as such (`settle`).
 */
async function endReplaced(
  tx: Transaction,
  deps: Deps,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  const which = { reservationId: id }
  await lockReservationsAndInvoices(tx, which)
  const row = await findReservation(tx, id)
  const event = row && (await findEvent(tx, row.eventId))
  if (!row || !event || row.status !== 'confirmed' || row.purgedAt) return
  // Everybody gets everything back of a cancelled event, whoever was first.
  const cancelledBy = event.cancelledAt === null ? 'guest' : 'retreat'
  const { startDateDate } = event
  const facts = { cancelledBy, replacementFound: true, startDateDate, today: ranchDay(now) } as const
  const decided = asPromised(planRefund(await lockReceived(tx, id), facts))
  const open = await listOpenIntentsOf(tx, which)
  await cancel(tx, deps, { row, decided, sendEmail: true, by: BY_REPLACEMENT, now })
  await endReplacementLink(tx, id, now)
  for (const intentId of open) {
    await enqueueApply(tx, intentId, { dedupeKey: `replaced:${intentId}`, now })
  }
}

export interface Cancelling {
  row: ReservationRow
  decided: Decided
  sendEmail: boolean
  by: Actor
  now: Date
}

/**
 * A stay is cancelled: what its plan refunds is asked for or owed, the guest is told, the waitlist's job hears of it. The caller
 * holds the locks of the event, the reservation, its invoices and its payments.
 */
export async function cancel(tx: Transaction, deps: Deps, order: Cancelling): Promise<void> {
  const { sealer } = deps
  const { row, decided, sendEmail, now } = order
  const { id } = row
  await setReservationStatus(tx, id, { status: 'cancelled', now })
  await insertCancellation(tx, sealer, { ...decided, reservationId: id, now })
  const refunds = await writeRefunds(tx, { ...order, plan: decided.plan })
  if (decided.awaited) await enqueueAwaitedRefund(tx, id, now)
  if (sendEmail) await enqueueCancellationEmail(tx, deps, order)
  await recordAudit(tx, sealer, [cancelledEntry(order), ...refunds])
  await deps.waitlist.enqueueOffers(tx, row.eventId, now)
}

/** Of a stay that nothing was paid for, whoever made it up can cancel it: then its mail is one of few (docs/decisions/0051). */
async function enqueueCancellationEmail(tx: Transaction, deps: Deps, { row, decided, by, now }: Cancelling) {
  const { id, uuid, eventId } = row
  const mail = { type: 'cancellation', reservationId: id, key: cancellationEmailKey(id), now } as const
  const { email } = openRecord(deps.sealer, { table: 'reservations', row: uuid }, { email: row.email })
  if (email === null || decided.plan.paid > 0 || by.actor.startsWith('admin:')) await enqueueEmail(tx, mail)
  else await enqueueLimitedEmail(tx, deps, { ...mail, email, eventId, actor: by.actor })
}

export const cancellationEmailKey = (reservationId: number) => `cancellation:${reservationId}`

/** Writes the refunds of a plan, and gives what the audit says of them. */
export async function writeRefunds(
  tx: Transaction,
  { row, plan, by, now }: Pick<Cancelling, 'row' | 'by' | 'now'> & { plan: Plan },
): Promise<AuditEntry[]> {
  const { id, eventId } = row
  const reason = plan.cancelledBy === 'retreat' ? 'retreat-cancelled' : 'cancelled'
  const given = plan.lines.filter((line) => line.refund > 0)
  for (const { paymentId, method, refund: amount } of given) {
    await requestRefund(tx, { method, paymentId, key: refundKeyOf(id, paymentId), amount, reason, now })
  }
  return given.map(({ paymentId, method, refund: amount }) => ({
    ...by,
    action: method === 'card' ? 'refund.requested' : 'refund.owed',
    entity: 'payment',
    entityId: paymentId,
    eventId,
    reservationId: id,
    details: { key: refundKeyOf(id, paymentId), amount },
    at: now,
  }))
}

const refundKeyOf = (reservationId: number, paymentId: number) => `cancelled:${reservationId}:${paymentId}`

function cancelledEntry({ row, decided, sendEmail, by, now }: Cancelling): AuditEntry {
  const { id, eventId } = row
  const { cancelledBy, daysBefore, percent, fees, refundByTerms, refundToCards, refundByHand } = decided.plan
  const { overrideReason } = decided
  const sums = { percent, fees, refundByTerms, refundToCards, refundByHand }
  const details = { from: row.status, cancelledBy, daysBefore, ...sums, overrideReason, sendEmail }
  const of = { entity: 'reservation', entityId: id, eventId, reservationId: id }
  return { ...by, ...of, action: 'reservation.cancelled', details, at: now }
}
