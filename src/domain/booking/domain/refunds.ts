/**
 * Rules for which refunds an admin still has to give without Stripe (R5.3). Also the words for a refund that Stripe
 * holds back because the venue's balance there is too low. Pure.
 */
import type { RefundMethod, refunds } from '#platform/database/schema/payments.ts'
import { type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { refundableCents, type Received } from './refund-policy.ts'

export type RefundRow = Pick<
  typeof refunds.$inferSelect,
  'id' | 'paymentId' | 'key' | 'amount' | 'status'
> & {
  /** When an admin decided that the venue keeps the money of a refused refund. */
  keptAt?: Date | null
}

const MANUAL_KEY = 'hand:'

/** Returns the dedupe key of a manual refund that replaces a refund which Stripe refused. */
export const handKey = (refundId: number) => `${MANUAL_KEY}${refundId}`

/**
 * Returns whether an admin has to give this refund without Stripe: no card can take it, or Stripe refused it and
 * the venue still has the money. `refunds` must include all refunds of the payment, and may include others.
 */
export function mustRefundByHand(
  refund: RefundRow,
  of: {
    payment: Pick<Received, 'amount' | 'refunded' | 'withdrawn'> | undefined
    refunds: readonly RefundRow[]
  },
): boolean {
  if (refund.status !== 'failed') return refund.status === 'owed'
  return (
    !refund.keptAt &&
    of.payment !== undefined &&
    refund.amount <= refundableCents(of.payment) &&
    !wasGivenSince(refund, of.refunds)
  )
}

/** Returns the start of a refund's key, which names the canceled stay and the payment (see `refundKeyOf`). */
const cancellationIn = (key: string) => /^cancelled:\d+:\d+/.exec(key)?.[0]

/**
 * Returns whether two refunds are for the same cancellation. Then the later refund adds to the earlier one, because
 * the guest who took over the spot has paid more (R45.3).
 */
const addsTo = (key: string, earlier: string) =>
  cancellationIn(earlier) !== undefined && cancellationIn(key) === cancellationIn(earlier)

/**
 * Returns whether a refund that Stripe refused was replaced: by a manual refund for it, or by later refunds of the
 * same payment that add up to it. `givenSince` in the store implements the same rule in SQL.
 */
function wasGivenSince({ id, key, paymentId, amount }: RefundRow, refunds: readonly RefundRow[]): boolean {
  const since = refunds.filter(
    (other) =>
      other.paymentId === paymentId &&
      other.id > id &&
      other.status !== 'failed' &&
      !addsTo(other.key, key) &&
      (other.key === handKey(id) || !other.key.startsWith(MANUAL_KEY)),
  )
  return since.reduce((sum, other) => sum + other.amount, 0) >= amount
}

/** Returns how an admin gives a manual refund unless they choose otherwise: as the guest paid, or by check. */
export const usualRefundMethod = (method: string): RefundMethod =>
  method === 'cash' || method === 'transfer' ? method : 'check'

/**
 * Returns when a manual refund was given, or what is wrong with the day that an admin entered. Missing means now.
 * Another day than today becomes noon at the ranch, but never before the refund was decided.
 */
export function givenAt(
  day: Day | undefined,
  { decidedAt, now }: { decidedAt: Date; now: Date },
): Date | { fields: { givenOn: string } } {
  const today = ranchDay(now)
  if (day === undefined || day === today) return now
  if (day > today) return { fields: { givenOn: 'That day has not come yet' } }
  const decidedOn = ranchDay(decidedAt)
  if (day < decidedOn)
    return {
      fields: {
        givenOn: `The refund was decided on ${formatDay(decidedOn)}. Please choose that day or a later one`,
      },
    }
  return new Date(Math.max(ranchInstant(day, 12).getTime(), decidedAt.getTime()))
}

/** Tells a guest about a refund of `amount` cents that Stripe holds back. `card` names the guest's card. */
export const describeHeldRefund = (amount: Cents, card = 'your card'): string =>
  `We have requested the refund of ${formatMoney(amount)} to ${card}. The card company has not sent it yet. Once it has, banks take 5 to 10 days to show it.`

/** Why Stripe holds back a refund, in the words that admins read after "waits for". */
export const MONEY_AWAITED = 'money in your Stripe balance'
