/**
 * Decides everything that follows for spots and money from one payment intent of one reservation (R2.6). Pure and
 * idempotent: once its changes are made, calling `settle` again returns no changes. The table in
 * `settle.md` is generated from this function.
 */
import type { IntentState, SavedCard, ProviderRefund } from '#domain/money/card-provider/port.ts'
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import type { payments, refunds } from '#platform/database/schema/payments.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import type { Cents } from '#shared/money.ts'

const MINUTE = 60_000

/** Time after which an unused payment intent is canceled, in milliseconds. */
const UNUSED_AFTER_MS = 60 * MINUTE

/** Time after which a payment without an invoice is refunded, in milliseconds. */
const ORPHAN_AFTER_MS = 15 * MINUTE

/**
 * How long a hold waits after its deadline, in milliseconds, while Stripe cannot say whether the card was charged.
 */
const HOLD_GRACE_MS = 60 * MINUTE

export interface Booking {
  intent: {
    id: string
    status: 'open' | 'succeeded' | 'canceled'
    createdAt: Date
    /** The Stripe customer to whom the card is saved, if the guest agreed. */
    customer?: string | null
  } | null
  payment: (PaymentNews & { refunds: RecordedRefund[] }) | null
  /**
   * The invoice that the intent pays. `paid`: its payment is already recorded. `paysAll`: once this invoice is
   * paid, the guest owes nothing more.
   */
  invoice: { id: number; paid: boolean; paysAll: boolean } | null
  reservation: { id: number; status: ReservationStatus; holdExpiresAt: Date | null } | null
  /** True if a card is saved for the reservation's remainder. */
  cardKept?: boolean
  /** True if a bank suspects that the payment is fraud, and the admins have not been notified. */
  hasNewWarning?: boolean
  /** True if the whole party of an expired reservation could get its spots again. */
  spotFree: boolean
}

/**
 * Fields of a card payment that can arrive or change after the payment itself. The card's name is written only
 * together with a new charge. So a name that the purge has deleted is never written again.
 */
export type PaymentNews = Pick<
  typeof payments.$inferSelect,
  'chargeId' | 'paidAt' | 'fee' | 'card' | 'withdrawn'
>

export type RecordedRefund = Pick<typeof refunds.$inferSelect, 'key' | 'status' | 'providerRefundId'> &
  Partial<Pick<typeof refunds.$inferSelect, 'waitsForBalance'>>

/** Status of the intent at Stripe. `unknown`: Stripe does not answer. `none`: there is no intent. */
export type ProviderFacts = IntentState | { status: 'unknown' } | { status: 'none' }

type Charge = Extract<ProviderFacts, { status: 'succeeded' }>

export type RefundReason = 'late' | 'duplicate' | 'orphan'

export type Change =
  /** Cancel the intent at Stripe, outside any transaction. Then call `settle` again with the result. */
  | { do: 'cancel-intent' }
  | { do: 'close-intent' }
  | { do: 'record-payment'; invoiceId: number | null; charge: Charge }
  | ({ do: 'update-payment' } & PaymentNews & Pick<Charge, 'withdrawnAt'>)
  /**
   * Confirm the reservation and enqueue its e-mail. If it takes over another guest's spot, also cancel and refund
   * that guest's stay (docs/decisions/0031).
   */
  | { do: 'confirm' }
  /** Record the card that Stripe saved with this payment, as the guest agreed (R42). */
  | { do: 'keep-card'; savedCard: SavedCard }
  /** Stop using a saved card, because the guest disputes the payment that saved it, or a bank suspects fraud. */
  | { do: 'drop-card' }
  /** Notify the admins that a bank suspects fraud. */
  | { do: 'pass-on-warning' }
  | { do: 'expire' }
  | { do: 'mark-refunded' }
  | { do: 'refund'; key: string; amount: Cents; reason: RefundReason }
  /**
   * Write a refund's status at Stripe to its row. The site requested the refund, or somebody made it in Stripe's
   * dashboard.
   */
  | { do: 'book-refund'; key: string; refund: ProviderRefund }
  | { do: 'mail'; type: EmailType; key: string }

/**
 * Returns the changes that follow from an intent's status, in the order in which to make them. Returns none if our
 * database already matches, or if it is too early to decide. Amounts are in cents.
 */
export function settle(booking: Booking, providerFacts: ProviderFacts, now: Date): Change[] {
  const { reservation } = booking
  const heldUntil = reservation?.status === 'pending' ? (reservation.holdExpiresAt?.getTime() ?? 0) : Infinity
  const expired: Change[] = now.getTime() >= heldUntil ? [{ do: 'expire' }] : []
  switch (providerFacts.status) {
    case 'succeeded': {
      const changes = booking.payment
        ? updateCardPayment(booking.payment, providerFacts)
        : takeMoney(booking, providerFacts, now)
      if (providerFacts.disputed && booking.cardKept) changes.push({ do: 'drop-card' })
      if (booking.hasNewWarning && reservation) changes.push({ do: 'pass-on-warning' })
      return changes
    }
    case 'canceled':
      return booking.intent?.status === 'open' ? [{ do: 'close-intent' }, ...expired] : expired
    case 'open':
      return mayStillPay(booking, now) ? [] : [{ do: 'cancel-intent' }]
    case 'none':
      return expired
    case 'processing':
    case 'unknown':
      return now.getTime() >= heldUntil + HOLD_GRACE_MS ? expired : []
  }
}

/** Returns the changes for a new payment: record it first, then decide what happens to its reservation. */
function takeMoney(booking: Booking, charge: Charge, now: Date): Change[] {
  const { intent, invoice, reservation } = booking
  const id = intent?.id ?? ''
  const known = effectiveRefunds(charge).map((refund) => refundBooked(refund))
  const refundRest = (reason: RefundReason) => [...known, ...refundOfTheRest(charge, reason, id)]
  if (!invoice || !reservation) {
    // Until Stripe reports a charge, the time of payment is unknown.
    const orphaned = charge.chargeId !== null && now.getTime() - charge.paidAt.getTime() >= ORPHAN_AFTER_MS
    return orphaned ? [{ do: 'record-payment', invoiceId: null, charge }, ...refundRest('orphan')] : []
  }
  if (invoice.paid) return [{ do: 'record-payment', invoiceId: null, charge }, ...refundRest('duplicate')]

  const record: Change[] = [{ do: 'record-payment', invoiceId: invoice.id, charge }]
  const { savedCard, disputed } = charge
  const keep: Change[] =
    savedCard && savedCard.customer === intent?.customer && !disputed ? [{ do: 'keep-card', savedCard }] : []
  const confirm: Change[] = [...known, { do: 'confirm' }, ...keep]
  const tooLate: Change[] = [
    ...refundRest('late'),
    { do: 'mail', type: 'late-refund', key: `late-refund:${id}` },
    { do: 'mail', type: 'late-refund-admin', key: `late-refund-admin:${id}` },
  ]
  switch (reservation.status) {
    case 'pending':
      return [...record, ...confirm]
    case 'confirmed': {
      const paidUp: Change = { do: 'mail', type: 'invoice-success', key: `fully-paid:${id}` }
      return invoice.paysAll ? [...record, ...known, paidUp] : [...record, ...known]
    }
    case 'expired':
      if (booking.spotFree) return [...record, ...confirm]
      return [...record, { do: 'mark-refunded' }, ...tooLate]
    case 'cancelled':
    case 'refunded':
      return [...record, ...tooLate]
  }
}

/** Returns the charge's refunds that have not failed. */
const effectiveRefunds = (charge: Charge) => charge.refunds.filter((refund) => refund.status !== 'failed')

/**
 * Returns a refund of everything in the charge that is not refunded yet. Returns nothing if Stripe already has a
 * refund of this intent for the same reason.
 */
function refundOfTheRest(charge: Charge, reason: RefundReason, intentId: string): Change[] {
  const amount = effectiveRefunds(charge).reduce((left, refund) => left - refund.amount, charge.received)
  const key = `${reason}:${intentId}`
  const asked = charge.refunds.some((refund) => refund.key === key)
  return asked || amount <= 0 ? [] : [{ do: 'refund', key, amount, reason }]
}

/**
 * Returns the changes for a payment that is already recorded. Only its charge, fee, disputes and refunds can have
 * changed.
 */
function updateCardPayment(payment: NonNullable<Booking['payment']>, charge: Charge): Change[] {
  const charged = payment.chargeId === null && charge.chargeId !== null
  const chargeId = payment.chargeId ?? charge.chargeId
  const paidAt = charged ? charge.paidAt : payment.paidAt
  const card = charged ? charge.card : payment.card
  const fee = charge.fee ?? payment.fee
  const { withdrawn, withdrawnAt } = charge
  const moved = charged || fee !== payment.fee || withdrawn !== payment.withdrawn
  const news = charge.refunds.filter((refund) => {
    const row = payment.refunds.find((row) => row.providerRefundId === refund.id || row.key === refund.key)
    // A pending refund from Stripe's dashboard already reduces what can be refunded. So it is recorded before it
    // succeeds.
    if (refund.status === 'pending')
      return (
        !row ||
        (row.status === 'requested' && (row.waitsForBalance ?? false) !== (refund.waitsForBalance ?? false))
      )
    if (refund.status === 'failed' && !row) return false
    return row?.status !== refund.status
  })
  return [
    ...(moved
      ? [{ do: 'update-payment', chargeId, paidAt, fee, card, withdrawn, withdrawnAt } as const]
      : []),
    ...news.map((refund) => refundBooked(refund)),
    ...restOfRefused(payment.refunds, charge),
  ]
}

const OF_OURS = /^(late|duplicate|orphan):[^:]+$/

/**
 * Returns the dedupe key for refunding the rest of a payment. The site needs it after Stripe refused the full
 * refund because a part was already refunded.
 */
export const restKey = (key: string) => `${key}:rest`

/**
 * Requests once a refund of the rest of a payment, after Stripe refused to refund all of it. Stripe does so if a
 * part was already refunded in its dashboard or withdrawn by a bank. Requests nothing if an admin has refunded the
 * rest.
 */
function restOfRefused(rows: RecordedRefund[], charge: Charge): Change[] {
  const refused = rows.find(
    (row) => row.status === 'failed' && !row.providerRefundId && OF_OURS.test(row.key),
  )
  const given = effectiveRefunds(charge).reduce((sum, refund) => sum + refund.amount, 0)
  const amount = charge.received - given - charge.withdrawn
  if (!refused || amount <= 0 || amount === charge.received) return []
  const isKnown = (row: RecordedRefund) =>
    charge.refunds.some((refund) => refund.id === row.providerRefundId || refund.key === row.key)
  const key = restKey(refused.key)
  if (rows.some((row) => row.key === key || (row.status !== 'failed' && !isKnown(row)))) return []
  return [{ do: 'refund', key, amount, reason: refused.key.split(':')[0] as RefundReason }]
}

function refundBooked(refund: ProviderRefund): Change {
  return { do: 'book-refund', key: refund.key ?? `provider:${refund.id}`, refund }
}

/**
 * Returns whether a payment intent may stay open at Stripe: it can still pay for something, and it is not too old.
 */
export function mayStillPay({ intent, invoice, reservation }: Booking, now: Date): boolean {
  if (invoice?.paid) return false
  if (invoice && reservation?.status === 'pending')
    return now.getTime() < (reservation.holdExpiresAt?.getTime() ?? 0)
  if (reservation && reservation.status !== 'confirmed') return false
  return now.getTime() - (intent?.createdAt.getTime() ?? 0) < UNUSED_AFTER_MS
}
