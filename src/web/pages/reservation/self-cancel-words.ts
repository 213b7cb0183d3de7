/** How a guest's own cancelling is put into words. Pure. */
import type { GuestPlan } from '#features/booking/contract/cancellation.ts'
import { formatMoney } from '#shared/money.ts'

type Sums = Pick<GuestPlan, 'paid' | 'refund' | 'refundToCard' | 'refundByHand' | 'feesKnown'>

/** What comes of it in money: `"Of the $450.00 that you have paid, $324.15 would come back."` */
export function backWords({ paid, refund, feesKnown }: Pick<Sums, 'paid' | 'refund' | 'feesKnown'>): string {
  if (paid === 0) return 'You have not paid anything, so nothing is open between us.'
  if (!feesKnown)
    return `Of the ${formatMoney(paid)} that you have paid, ${formatMoney(refund)} would come back, less the card company’s fee, which it has not told us yet.`
  if (refund === 0) return `Of the ${formatMoney(paid)} that you have paid, nothing would come back.`
  return `Of the ${formatMoney(paid)} that you have paid, ${formatMoney(refund)} would come back.`
}

/** What comes back on which way; null when all of it goes to the card, or nothing goes anywhere. */
export function wayWords({
  refund,
  refundToCard,
  refundByHand,
  feesKnown,
}: Omit<Sums, 'paid'>): string | null {
  if (refund === 0) return null
  if (!feesKnown)
    return 'Today’s terms count. The sum follows as soon as the card company has told us its fee, mostly within an hour, and we write to you.'
  if (refundByHand === 0) return 'It goes back to the card that you paid with, within a few days.'
  const byHand = `${formatMoney(refundByHand)} did not come by card: we give it back by hand, and write to you about how`
  if (refundToCard === 0) return `${byHand}.`
  return `${formatMoney(refundToCard)} goes back to your card. ${byHand}.`
}

export function buttonWords({
  paid,
  refund,
  feesKnown,
}: Pick<Sums, 'paid' | 'refund' | 'feesKnown'>): string {
  if (!feesKnown) return `Cancel and get ${formatMoney(refund)} less the fee back`
  if (refund > 0) return `Cancel and get ${formatMoney(refund)} back`
  return paid > 0 ? 'Cancel and get nothing back' : 'Cancel my stay'
}

/** The result in words, announced to whoever does not see the page change. */
export function doneWords({ refund, feesKnown }: Pick<Sums, 'refund' | 'feesKnown'>): string {
  if (!feesKnown) return 'Your stay is cancelled. The sum that comes back follows.'
  return refund > 0 ? `Your stay is cancelled. ${formatMoney(refund)} comes back.` : 'Your stay is cancelled.'
}
