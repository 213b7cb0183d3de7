/** The only writer of a reservation's status: each change of it with its audit, its e-mail, the waitlist's job, and the end of a stay whose spot is taken over. The caller holds the locks (`store/locks.ts`). */
import { enqueueEmail, enqueueLimitedEmail } from '#features/emails/index.ts'
import { findEvent } from '#features/events/index.ts'
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/outbox.ts'
import { openRecord } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from './deps.ts'
import { type Decided, type Plan, planRefund } from './domain/refund-policy.ts'
import { asPromised } from './domain/replacement.ts'
import { enqueueAwaitedRefund, insertCancellation } from './store/cancellations.ts'
import { lockReceived, lockReservationsAndInvoices } from './store/locks.ts'
import { APPLY_JOB, listOpenIntentsOf } from './store/payment-intents.ts'
import { enqueueRefund, insertRefund } from './store/refunds.ts'
import { endReplacementLink } from './store/replacement-links.ts'
import {
  findReplaced,
  findReservation,
  type ReservationRow,
  setReservationStatus,
} from './store/reservations.ts'

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
  deps: Pick<BookingDeps, 'sealer' | 'settings' | 'waitlist'>,
  { reservation: { id, eventId }, invoiceId, by, now }: Confirming,
): Promise<void> {
  const replaced = await findReplaced(tx, id)
  if (replaced !== null) await replaceStay(tx, deps, { id: replaced, now })
  await setReservationStatus(tx, id, { status: 'confirmed', now })
  const key = `invoice-success:${id}`
  await enqueueEmail(tx, { type: 'invoice-success', reservationId: id, invoiceId, key, now })
  const entry = { ...by, action: 'reservation.confirmed', entity: 'reservation', entityId: id }
  await recordAudit(tx, deps.sealer, [{ ...entry, eventId, at: now }])
  await deps.waitlist.enqueueOffers(tx, eventId, now)
}

/** The actor of a stay's end by a replacement: neither its guest nor an admin did it. */
const BY_REPLACEMENT = { actor: 'job:replacement' }

/**
 * Cancels the stay in the transaction that confirms who takes its spot: in either order of events it happens once, and
 * at no time are both counted. The caller holds the event's lock. What could still be paid for the stay is ended at the
 * provider right afterwards; money that is faster comes to a cancelled stay and goes back as such (`settle`).
 */
export async function replaceStay(
  tx: Transaction,
  deps: Pick<BookingDeps, 'sealer' | 'settings' | 'waitlist'>,
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
  await writeCancellation(tx, deps, { row, decided, sendEmail: true, by: BY_REPLACEMENT, now })
  await endReplacementLink(tx, id, now)
  for (const intentId of open) {
    await enqueue(tx, {
      kind: APPLY_JOB,
      payload: { intentId },
      dedupeKey: `replaced:${intentId}`,
      runAt: now,
    })
  }
}

export interface Cancelling {
  row: ReservationRow
  decided: Decided
  sendEmail: boolean
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
  now: Date
}

type Deps = Pick<BookingDeps, 'sealer' | 'settings' | 'waitlist'>

/** The caller holds the locks of the event, the reservation, its invoices and its payments. */
export async function writeCancellation(tx: Transaction, deps: Deps, writing: Cancelling): Promise<void> {
  const { sealer } = deps
  const { row, decided, sendEmail, now } = writing
  const { id } = row
  await setReservationStatus(tx, id, { status: 'cancelled', now })
  await insertCancellation(tx, sealer, { ...decided, reservationId: id, now })
  const refunds = await writeRefunds(tx, { ...writing, plan: decided.plan })
  if (decided.awaited) await enqueueAwaitedRefund(tx, id, now)
  if (sendEmail) await queueCancellationMail(tx, deps, writing)
  await recordAudit(tx, sealer, [cancelledEntry(writing), ...refunds])
  await deps.waitlist.enqueueOffers(tx, row.eventId, now)
}

/** Of a stay that nothing was paid for, whoever made it up can cancel it: then its mail is one of few (docs/decisions/0051). */
async function queueCancellationMail(tx: Transaction, deps: Deps, { row, decided, by, now }: Cancelling) {
  const { id, uuid, eventId } = row
  const mail = { type: 'cancellation', reservationId: id, key: cancellationMailKey(id), now } as const
  const { email } = openRecord(deps.sealer, { table: 'reservations', row: uuid }, { email: row.email })
  if (email === null || decided.plan.paid > 0 || by.actor.startsWith('admin:')) await enqueueEmail(tx, mail)
  else await enqueueLimitedEmail(tx, deps, { ...mail, email, eventId, actor: by.actor })
}

export const cancellationMailKey = (reservationId: number) => `cancellation:${reservationId}`

/** Writes the refunds of a plan, and gives what the audit says of them. */
export async function writeRefunds(
  tx: Transaction,
  { row, plan, by, now }: Pick<Cancelling, 'row' | 'by' | 'now'> & { plan: Plan },
): Promise<AuditEntry[]> {
  const { id, eventId } = row
  const reason = plan.cancelledBy === 'retreat' ? 'retreat-cancelled' : 'cancelled'
  const given = plan.lines.filter((line) => line.refund > 0)
  for (const { paymentId, method, refund: amount } of given) {
    const refund = { paymentId, key: refundKeyOf(id, paymentId), amount, reason, now }
    if (method === 'card') await enqueueRefund(tx, refund)
    else await insertRefund(tx, { ...refund, byHand: true })
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
