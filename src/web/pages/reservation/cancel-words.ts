/** What canceling a stay would refund, in words (R5.6, R39.5). Pure. */
import type { GuestPlan } from '#features/booking/contract/cancellation.ts'
import type { WhoGoes } from '#features/booking/contract/refunds.ts'
import { companionsOf, paidBy } from '#features/booking/domain/party-shown.ts'
import { formatMoney } from '#shared/money.ts'
import type { GuestPart } from './guest-part.ts'

/** Whose stays a plan is about, and who paid for them. */
export type Whose = 'own' | 'own_of_party' | 'party' | 'companion'

export function whoseOf({ reservation: { party } }: Pick<GuestPart, 'reservation'>, who: WhoGoes): Whose {
  if (paidBy(party)) return 'companion'
  if (companionsOf(party).length === 0) return 'own'
  return who === 'all' ? 'party' : 'own_of_party'
}

type PlanSums = Pick<GuestPlan, 'paid' | 'refund' | 'refundToCard' | 'refundByHand' | 'feesKnown'>

export const NOTHING_PAID: Record<Whose, string> = {
  own: 'You have not paid anything, so there is no refund.',
  own_of_party: 'Nothing was paid for your own stay, so there is no refund.',
  party: 'You have not paid anything, so there is no refund.',
  companion: 'Nothing was paid for you, so there is no refund.',
}

const PAID: Record<Whose, string> = {
  own: 'that you have paid',
  own_of_party: 'that was paid for your own stay',
  party: 'that you have paid',
  companion: 'that was paid for you',
}

/** The refund in words: `"Of the $450.00 that you have paid, $324.15 would be refunded."` */
export function backWords(
  { paid, refund, feesKnown }: Pick<PlanSums, 'paid' | 'refund' | 'feesKnown'>,
  whose: Whose = 'own',
): string {
  if (paid === 0) return NOTHING_PAID[whose]
  const of = `Of the ${formatMoney(paid)} ${PAID[whose]}, `
  const to = whose === 'companion' ? ' to whoever paid it' : ''
  if (!feesKnown)
    return `${of}${formatMoney(refund)} would be refunded${to}, less the card company’s fee, which it has not told us yet.`
  if (refund === 0) return `${of}nothing would be refunded.`
  return `${of}${formatMoney(refund)} would be refunded${to}.`
}

/** The ways of the refund in words; null when there is none. */
export function wayWords(
  { refund, refundToCard, refundByHand, feesKnown }: Omit<PlanSums, 'paid'>,
  whose: Whose = 'own',
): string | null {
  if (refund === 0) return null
  const mine = whose !== 'companion'
  const who = mine ? 'you' : 'whoever paid'
  if (!feesKnown)
    return `Today’s terms count. We email ${who} the amount as soon as the card company has told us its fee, usually within an hour.`
  if (refundByHand === 0)
    return `It is refunded to the card that ${mine ? 'you paid' : 'it was paid'} with, within a few days.`
  const byHand = `${formatMoney(refundByHand)} was not paid by card: we refund it by hand and will write to ${who} about how`
  if (refundToCard === 0) return `${byHand}.`
  return `${formatMoney(refundToCard)} is refunded to ${mine ? 'your' : 'the'} card. ${byHand}.`
}

export function buttonWords({
  paid,
  refund,
  feesKnown,
}: Pick<PlanSums, 'paid' | 'refund' | 'feesKnown'>): string {
  if (!feesKnown) return `Cancel for a refund of ${formatMoney(refund)} less the fee`
  if (refund > 0) return `Cancel for a refund of ${formatMoney(refund)}`
  return paid > 0 ? 'Cancel without a refund' : 'Cancel my stay'
}

/** The result in words, announced to whoever does not see the page change. */
export function doneWords(
  { refund, feesKnown }: Pick<PlanSums, 'refund' | 'feesKnown'>,
  whose: Whose = 'own',
): string {
  const done = whose === 'party' ? 'Your stays are canceled.' : 'Your stay is canceled.'
  if (whose === 'companion') return done
  if (!feesKnown) return `${done} We will email you the amount of your refund.`
  return refund > 0 ? `${done} ${formatMoney(refund)} is refunded.` : done
}
