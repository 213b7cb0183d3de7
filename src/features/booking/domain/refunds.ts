/** Which money has still to be refunded, and what of it by an admin's own hand (R5.3). Pure. */
import type { refunds } from '#platform/database/schema/payments.ts'
import type { Cents } from '#shared/money.ts'
import { refundableCents, type Received } from './refund-policy.ts'

export type RefundRow = Pick<typeof refunds.$inferSelect, 'id' | 'paymentId' | 'key' | 'amount' | 'status'>

const BY_HAND = 'hand:'

/** The key of what was given by hand in place of a refund that the provider refused. */
export const handKey = (refundId: number) => `${BY_HAND}${refundId}`

/**
 * Owed, or refused by the provider although the money is here and not given in another way since. `refunds`: all of its
 * payment, and others as well if you like.
 */
export function isToGive(
  refund: RefundRow,
  of: {
    payment: Pick<Received, 'amount' | 'refunded' | 'withdrawn'> | undefined
    refunds: readonly RefundRow[]
  },
): boolean {
  if (refund.status !== 'failed') return refund.status === 'owed'
  return (
    of.payment !== undefined &&
    refund.amount <= refundableCents(of.payment) &&
    !wasGivenSince(refund, of.refunds)
  )
}

/** The stay and the payment in the key of a cancellation's refund (`refundKeyOf`). */
const cancellationIn = (key: string) => /^cancelled:\d+:\d+/.exec(key)?.[0]

/** True for two refunds of one cancellation: the later one is for further money of the taker, not in place of the earlier one (R45.3). */
const addsTo = (key: string, earlier: string) =>
  cancellationIn(earlier) !== undefined && cancellationIn(key) === cancellationIn(earlier)

/**
 * True: a refused refund was given in another way: by hand for this very one, or as much of the same payment by later
 * ones. `givenSince` of the store says the same.
 */
function wasGivenSince({ id, key, paymentId, amount }: RefundRow, refunds: readonly RefundRow[]): boolean {
  const since = refunds.filter(
    (other) =>
      other.paymentId === paymentId &&
      other.id > id &&
      other.status !== 'failed' &&
      !addsTo(other.key, key) &&
      (other.key === handKey(id) || !other.key.startsWith(BY_HAND)),
  )
  return since.reduce((sum, other) => sum + other.amount, 0) >= amount
}

export interface PaymentReceived {
  reservationId: number
  method: string
  amount: Cents
  /** Given back for certain: a refund that is only asked for may still fail. */
  refunded: Cents
}

/** The reservations with money that has not been refunded. */
export const withMoneyLeft = (money: readonly PaymentReceived[]): Set<number> =>
  new Set(money.filter((line) => line.amount > line.refunded).map((line) => line.reservationId))

/** Card money alone: what was paid by hand is not refunded through the site. */
export const byCard = (money: readonly PaymentReceived[]): PaymentReceived[] =>
  money.filter(({ method }) => method === 'card')
