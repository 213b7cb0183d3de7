/** How a guest's own cancelling is put into words. Pure. */
import type { GuestPlan } from '../../../capabilities/booking/cancel/guest/contract.ts'
import { formatMoney } from '../../../shared/money.ts'

type Sums = Pick<GuestPlan, 'paid' | 'refund' | 'refundToCard' | 'refundByHand'>

/** What comes of it in money: `"Of the $450.00 that you have paid, $324.15 would come back."` */
export function backWords({ paid, refund }: Pick<Sums, 'paid' | 'refund'>): string {
  if (paid === 0) return 'You have not paid anything, so nothing is open between us.'
  if (refund === 0) return `Of the ${formatMoney(paid)} that you have paid, nothing would come back.`
  return `Of the ${formatMoney(paid)} that you have paid, ${formatMoney(refund)} would come back.`
}

/** What comes back on which way; null when all of it goes to the card, or nothing goes anywhere. */
export function wayWords({ refund, refundToCard, refundByHand }: Omit<Sums, 'paid'>): string | null {
  if (refund === 0) return null
  if (refundByHand === 0) return 'It goes back to the card that you paid with, within a few days.'
  const byHand = `${formatMoney(refundByHand)} did not come by card: we give it back by hand, and write to you about how`
  if (refundToCard === 0) return `${byHand}.`
  return `${formatMoney(refundToCard)} goes back to your card. ${byHand}.`
}

export function buttonWords({ paid, refund }: Pick<Sums, 'paid' | 'refund'>): string {
  if (refund > 0) return `Cancel and get ${formatMoney(refund)} back`
  return paid > 0 ? 'Cancel and get nothing back' : 'Cancel my stay'
}

/** For whoever does not see the page change. */
export function doneWords({ refund }: Pick<Sums, 'refund'>): string {
  return refund > 0 ? `Your stay is cancelled. ${formatMoney(refund)} comes back.` : 'Your stay is cancelled.'
}
