/**
 * The whole machine of spots and money (R2.6): what is known about one payment intent of
 * one reservation goes in, the changes to make come out. Pure, and idempotent: settling again after the
 * changes were made asks for nothing. Its table is `docs/settle.md`, made from this function.
 */
import type { IntentState, KeptCard, ProviderRefund } from '#features/card-provider/index.ts'
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import type { payments, refunds } from '#platform/database/schema/payments.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import type { Cents } from '#shared/money.ts'

const MINUTE = 60_000

/** An intent that nobody used is cancelled after this long. */
const UNUSED_AFTER_MS = 60 * MINUTE

/** Money that belongs to no invoice is refunded after this long. */
const ORPHAN_AFTER_MS = 15 * MINUTE

/** A hold waits so long past its end for a provider that cannot say what became of the card. */
const HOLD_GRACE_MS = 60 * MINUTE

/** The books' side: what our own rows say. */
export interface Booking {
  /** Null for a hold that has no intent (any more). */
  intent: {
    id: string
    status: 'open' | 'succeeded' | 'canceled'
    createdAt: Date
    /** With whom the guest wants the card kept; missing: not at all. */
    customer?: string | null
  } | null
  payment: (PaymentNews & { refunds: RecordedRefund[] }) | null
  /** The invoice that the intent is for; `paid`: its money is recorded already; `paysAll`: nothing is due after it. */
  invoice: { id: number; paid: boolean; paysAll: boolean } | null
  reservation: { id: number; status: ReservationStatus; holdExpiresAt: Date | null } | null
  /** A card is kept for the reservation's rest; missing: none. */
  cardKept?: boolean
  /** True: an expired reservation, and all of its party, could have a spot again. */
  spotFree: boolean
}

/** The fields of a card payment that may come or change later than the money itself. The card is told with the charge and never again: the purge empties it. */
export type PaymentNews = Pick<
  typeof payments.$inferSelect,
  'chargeId' | 'paidAt' | 'fee' | 'card' | 'withdrawn'
>

export type RecordedRefund = Pick<typeof refunds.$inferSelect, 'key' | 'status' | 'providerRefundId'>

/** The provider's side. `unknown`: it does not answer; `none`: there is nothing to ask about. */
export type ProviderFacts = IntentState | { status: 'unknown' } | { status: 'none' }

type Charge = Extract<ProviderFacts, { status: 'succeeded' }>

export type RefundReason = 'late' | 'duplicate' | 'orphan'

export type Change =
  /** Asked of the provider outside the transaction; what it then says is settled again. */
  | { do: 'cancel-intent' }
  | { do: 'close-intent' }
  | { do: 'record-payment'; invoiceId: number | null; charge: Charge }
  | ({ do: 'update-payment' } & PaymentNews)
  /** With its e-mail; the stay whose spot is taken over is cancelled, and what was promised for that goes back (docs/decisions/0031). */
  | { do: 'confirm' }
  /** The provider keeps the card with which it was paid, as the guest wanted it (R42). */
  | { do: 'keep-card'; kept: KeptCard }
  /** The card of a guest who disputes a payment is charged no more. */
  | { do: 'drop-card' }
  | { do: 'expire' }
  | { do: 'mark-refunded' }
  | { do: 'refund'; key: string; amount: Cents; reason: RefundReason }
  /** The provider knows of a refund, ours or one made at its own dashboard, that our books do not yet show so. */
  | { do: 'book-refund'; key: string; refund: ProviderRefund }
  | { do: 'mail'; type: EmailType; key: string }

/**
 * The changes that the provider's word about one intent asks of our books, in the order to make them; none
 * when the books show it already, or when it is too early to tell. Amounts are cents.
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
      return providerFacts.disputed && booking.cardKept ? [...changes, { do: 'drop-card' }] : changes
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

/** Money arrived that is not in the books yet: it is recorded first, then its reservation is looked at. */
function takeMoney(booking: Booking, charge: Charge, now: Date): Change[] {
  const { intent, invoice, reservation } = booking
  const id = intent?.id ?? ''
  const known = effectiveRefunds(charge).map((refund) => refundBooked(refund))
  const refundRest = (reason: RefundReason) => [...known, ...refundOfTheRest(charge, reason, id)]
  if (!invoice || !reservation) {
    // Without a charge nobody knows since when it is paid.
    const orphaned = charge.chargeId !== null && now.getTime() - charge.paidAt.getTime() >= ORPHAN_AFTER_MS
    return orphaned ? [{ do: 'record-payment', invoiceId: null, charge }, ...refundRest('orphan')] : []
  }
  if (invoice.paid) return [{ do: 'record-payment', invoiceId: null, charge }, ...refundRest('duplicate')]

  const record: Change[] = [{ do: 'record-payment', invoiceId: invoice.id, charge }]
  const { kept, disputed } = charge
  const keep: Change[] =
    kept && kept.customer === intent?.customer && !disputed ? [{ do: 'keep-card', kept }] : []
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

/** The refunds that were made, or still may be. */
const effectiveRefunds = (charge: Charge) => charge.refunds.filter((refund) => refund.status !== 'failed')

/** One refund per cause: where the provider knows ours already, its outcome is booked, never asked for anew. */
function refundOfTheRest(charge: Charge, reason: RefundReason, intentId: string): Change[] {
  const amount = effectiveRefunds(charge).reduce((left, refund) => left - refund.amount, charge.received)
  const key = `${reason}:${intentId}`
  const asked = charge.refunds.some((refund) => refund.key === key)
  return asked || amount <= 0 ? [] : [{ do: 'refund', key, amount, reason }]
}

/** The payment is in the books: only its charge, its fee, a dispute or a refund can be news. */
function updateCardPayment(payment: NonNullable<Booking['payment']>, charge: Charge): Change[] {
  const charged = payment.chargeId === null && charge.chargeId !== null
  const chargeId = payment.chargeId ?? charge.chargeId
  const paidAt = charged ? charge.paidAt : payment.paidAt
  const card = charged ? charge.card : payment.card
  const fee = charge.fee ?? payment.fee
  const { withdrawn } = charge
  const moved = charged || fee !== payment.fee || withdrawn !== payment.withdrawn
  const news = charge.refunds.filter((refund) => {
    const row = payment.refunds.find((row) => row.providerRefundId === refund.id || row.key === refund.key)
    // Money on its way back from the dashboard is no longer here, so nobody may refund it again.
    if (refund.status === 'pending') return !row
    if (refund.status === 'failed' && !row) return false
    return row?.status !== refund.status
  })
  return [
    ...(moved ? [{ do: 'update-payment', chargeId, paidAt, fee, card, withdrawn } as const] : []),
    ...news.map((refund) => refundBooked(refund)),
    ...restOfRefused(payment.refunds, charge),
  ]
}

const OF_OURS = /^(late|duplicate|orphan):[^:]+$/

/** The key of the refund that gives the rest, when one was refused because part of the money had been refunded already. */
export const restKey = (key: string) => `${key}:rest`

/** The dashboard or a bank was faster with a part, so that our refund of all was refused: the rest is asked for, once, unless the admin has given it. */
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

/** True: an open intent may stay open: it still has a purpose, and is not forgotten. */
export function mayStillPay({ intent, invoice, reservation }: Booking, now: Date): boolean {
  if (invoice?.paid) return false
  if (invoice && reservation?.status === 'pending')
    return now.getTime() < (reservation.holdExpiresAt?.getTime() ?? 0)
  if (reservation && reservation.status !== 'confirmed') return false
  return now.getTime() - (intent?.createdAt.getTime() ?? 0) < UNUSED_AFTER_MS
}
