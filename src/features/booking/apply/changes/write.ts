/** Writes what `settle` decided, with its audit entries, in the transaction that holds the locks. */
import type { Transaction } from '#platform/database/database.ts'
import { recordAudit, type AuditEntry } from '#platform/audit.ts'
import { enqueueEmail } from '#features/emails/index.ts'
import { promiseOffers } from '#features/events/index.ts'
import type { BookingDeps } from '#features/booking/deps.ts'
import type { Change } from '#features/booking/rules.ts'
import { replaceStay } from '#features/booking/replacement/replace.ts'
import type { LockedBooking } from '../store.ts'
import { promiseRefund } from './promise.ts'
import { bookRefund, closeIntent, insertPayment, setReservationStatus, updatePayment } from './store.ts'

export interface Writing {
  deps: BookingDeps
  locked: LockedBooking
  now: Date
  /** Who caused it, for the audit: `provider`, `guest`, `job:<name>`. */
  by: string
}

/** Makes the changes in their order. `cancel-intent` is not among them: that is asked outside of transactions. */
export async function writeChanges(tx: Transaction, changes: Change[], writing: Writing): Promise<void> {
  const { deps, locked, now, by } = writing
  let { paymentId } = locked
  const audits: AuditEntry[] = []
  for (const change of changes) {
    paymentId = await writeChange(tx, change, { ...writing, paymentId })
    audits.push(...auditOf(change, { by, now, locked, paymentId }))
  }
  await recordAudit(tx, deps.sealer, audits)
  // The spot is free for the line, or an offered one is settled.
  if (changes.some((change) => change.do in STATUS)) await promiseOffers(tx, locked.eventId, now)
}

/** Makes one change; gives the payment that the following changes are about. */
async function writeChange(
  tx: Transaction,
  change: Change,
  { deps, locked, now, paymentId }: Writing & { paymentId: number | null },
): Promise<number | null> {
  const { intent, reservation, invoice } = locked.booking
  switch (change.do) {
    case 'record-payment':
      return await insertPayment(tx, {
        intentId: present(intent).id,
        invoiceId: change.invoiceId,
        reservationId: reservation?.id ?? null,
        facts: change.facts,
        now,
      })
    case 'close-intent':
      await closeIntent(tx, present(intent).id, 'canceled')
      return paymentId
    case 'update-payment':
      await updatePayment(tx, present(paymentId), change)
      return paymentId
    case 'replace':
      await replaceStay(tx, deps, { id: change.reservationId, now })
      return paymentId
    case 'confirm':
    case 'expire':
    case 'mark-refunded':
      await setReservationStatus(tx, present(reservation).id, { status: STATUS[change.do], now })
      return paymentId
    case 'refund': {
      const { key, amount, reason } = change
      await promiseRefund(tx, { paymentId: present(paymentId), key, amount, reason, now })
      return paymentId
    }
    case 'book-refund':
      await bookRefund(tx, { paymentId: present(paymentId), key: change.key, refund: change.refund, now })
      return paymentId
    case 'mail': {
      const { type, key } = change
      await enqueueEmail(tx, {
        type,
        reservationId: present(reservation).id,
        invoiceId: invoice?.id,
        key,
        now,
      })
      return paymentId
    }
    case 'cancel-intent':
      throw new Error('An intent is cancelled outside of transactions')
  }
}

const STATUS = { confirm: 'confirmed', expire: 'expired', 'mark-refunded': 'refunded' } as const

// `settle` names a change only where its object exists; anything else is a bug.
function present<T>(value: T | null): T {
  if (value === null) throw new Error('A change without its object')
  return value
}

function auditOf(
  change: Change,
  { by, now, locked, paymentId }: { by: string; now: Date; locked: LockedBooking; paymentId: number | null },
): AuditEntry[] {
  const { intent, reservation } = locked.booking
  const base = { actor: by, at: now, eventId: locked.eventId, reservationId: reservation?.id ?? null }
  const ofPayment = { ...base, entity: 'payment', entityId: paymentId ?? 0 }
  const ofReservation = { ...base, entity: 'reservation', entityId: reservation?.id ?? 0 }
  const intentId = intent?.id ?? null
  switch (change.do) {
    case 'record-payment':
      return [
        { ...ofPayment, action: 'payment.recorded', details: { intentId, amount: change.facts.received } },
      ]
    case 'update-payment': {
      const { fee, withdrawn } = change
      return [{ ...ofPayment, action: 'payment.updated', details: { fee, withdrawn } }]
    }
    case 'refund':
      return [
        { ...ofPayment, action: 'refund.requested', details: { key: change.key, amount: change.amount } },
      ]
    case 'book-refund':
      return [
        {
          ...ofPayment,
          action: `refund.${change.refund.status}`,
          details: { key: change.key, amount: change.refund.amount },
        },
      ]
    case 'confirm':
    case 'expire':
    case 'mark-refunded':
      return [{ ...ofReservation, action: `reservation.${STATUS[change.do]}`, details: { intentId } }]
    // What a replaced stay's end is told by is written with it.
    case 'replace':
    case 'close-intent':
    case 'cancel-intent':
    case 'mail':
      return []
  }
}
