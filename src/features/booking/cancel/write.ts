/** Writes a cancelled stay: its state, how it was decided, what goes back, the mail and the audit, in one transaction. */
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { openRecord } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { enqueueEmail, enqueueLimitedEmail } from '#features/emails/index.ts'
import { promiseOffers } from '#features/events/index.ts'
import { insertRefund, setReservationStatus } from '../apply/changes/store.ts'
import { promiseRefund } from '../apply/changes/promise.ts'
import type { ReservationRow } from '../view/store.ts'
import { enqueueAwaited } from './awaited/enqueue.ts'
import type { Decided, Plan } from './rules.ts'
import { insertCancellation } from './store.ts'

export interface Writing {
  row: ReservationRow
  decided: Decided
  sendEmail: boolean
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
  now: Date
}

type Deps = Pick<Services, 'sealer' | 'settings'>

/** The caller holds the locks of the event, the reservation, its invoices and its payments. */
export async function writeCancellation(tx: Transaction, deps: Deps, writing: Writing): Promise<void> {
  const { sealer } = deps
  const { row, decided, sendEmail, now } = writing
  const { id } = row
  await setReservationStatus(tx, id, { status: 'cancelled', now })
  await insertCancellation(tx, sealer, { ...decided, reservationId: id, now })
  const refunds = await writeRefunds(tx, { ...writing, plan: decided.plan })
  if (decided.awaited) await enqueueAwaited(tx, id, now)
  if (sendEmail) await promiseMail(tx, deps, writing)
  await recordAudit(tx, sealer, [cancelledEntry(writing), ...refunds])
  await promiseOffers(tx, row.eventId, now)
}

/** Of a stay that nothing was paid for, whoever made it up can cancel it: then its mail is one of few (docs/decisions/0051). */
async function promiseMail(tx: Transaction, deps: Deps, { row, decided, by, now }: Writing) {
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
  { row, plan, by, now }: Pick<Writing, 'row' | 'by' | 'now'> & { plan: Plan },
): Promise<AuditEntry[]> {
  const { id, eventId } = row
  const reason = plan.cancelledBy === 'retreat' ? 'retreat-cancelled' : 'cancelled'
  const given = plan.lines.filter((line) => line.refund > 0)
  for (const { paymentId, method, refund: amount } of given) {
    const refund = { paymentId, key: keyOf(id, paymentId), amount, reason, now }
    if (method === 'card') await promiseRefund(tx, refund)
    else await insertRefund(tx, { ...refund, byHand: true })
  }
  return given.map(({ paymentId, method, refund: amount }) => ({
    ...by,
    action: method === 'card' ? 'refund.requested' : 'refund.owed',
    entity: 'payment',
    entityId: paymentId,
    eventId,
    reservationId: id,
    details: { key: keyOf(id, paymentId), amount },
    at: now,
  }))
}

const keyOf = (reservationId: number, paymentId: number) => `cancelled:${reservationId}:${paymentId}`

function cancelledEntry({ row, decided, sendEmail, by, now }: Writing): AuditEntry {
  const { id, eventId } = row
  const { cancelledBy, daysBefore, percent, fees, refundByTerms, refundToCards, refundByHand } = decided.plan
  const { overrideReason } = decided
  const sums = { percent, fees, refundByTerms, refundToCards, refundByHand }
  const details = { from: row.status, cancelledBy, daysBefore, ...sums, overrideReason, sendEmail }
  const of = { entity: 'reservation', entityId: id, eventId, reservationId: id }
  return { ...by, ...of, action: 'reservation.cancelled', details, at: now }
}
