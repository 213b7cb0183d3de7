/** Cancelling and refunding, in words. Pure. */
import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import type { Cancellation, RefundPlan, RefundShown } from '#features/booking/contract/refunds.ts'
import { byWords, dayOf } from './invoice-labels.ts'

type Tier = Pick<RefundPlan, 'cancelledBy' | 'daysBefore' | 'replacementFound' | 'percent'>

/** `"92 days before the start: all of it, less the card’s fees"` (R5.1). */
export function tierWords({ cancelledBy, daysBefore, replacementFound, percent }: Tier): string {
  const when = `${beforeWords(daysBefore)}:`
  if (cancelledBy === 'retreat') return `${when} the retreat cancels, so all of it, fees too`
  if (percent === 0) return `${when} nothing, unless somebody takes the spot`
  const part = percent === 100 ? 'all of it' : `${percent}%`
  return replacementFound && percent === 90
    ? `${when} ${part}, since somebody takes the spot`
    : `${when} ${part}, less the card’s fees`
}

function beforeWords(days: number): string {
  if (days === 0) return 'On the day of the start'
  const many = Math.abs(days)
  return `${many} ${many === 1 ? 'day' : 'days'} ${days > 0 ? 'before' : 'after'} the start`
}

export interface RefundState {
  tone: 'good' | 'warn' | 'bad' | 'soft'
  mark: string
  words: string
}

export function refundState(refund: RefundShown): RefundState {
  const { status, byHand, method, toGive, createdAt, finishedAt } = refund
  const since = formatDay(dayOf(createdAt))
  const done = formatDay(dayOf(finishedAt ?? createdAt))
  switch (status) {
    case 'succeeded':
      return { tone: 'good', mark: 'Given back', words: `${byHand ? 'By hand' : 'To the card'} on ${done}.` }
    case 'requested':
      return { tone: 'soft', mark: 'On its way', words: `To the card, since ${since}.` }
    case 'owed':
      return { tone: 'warn', mark: 'Owed', words: `It came ${byWords(method)}; to be given by hand.` }
    case 'failed':
      return {
        tone: 'bad',
        mark: 'Refused',
        words: `The card would not take it on ${done}${toGive ? '; to be given by hand' : ''}.`,
      }
  }
}

const REASONS: Record<string, string> = {
  late: 'Paid too late',
  duplicate: 'Paid twice',
  orphan: 'Paid for nothing',
  provider: 'Given back at the provider’s own desk',
  cancelled: 'Cancelled',
  'retreat-cancelled': 'The retreat cancelled',
  admin: 'Given back by an admin',
}

/** Why, of the word in the books; an admin’s own words stay as they are. */
export const reasonWords = (reason: string) => REASONS[reason] ?? reason

/** The label of the button that cancels. */
export function cancelButton(refund: number): string {
  return refund > 0 ? `Cancel and give back ${formatMoney(refund)}` : 'Cancel and give nothing back'
}

export function cancelledWords(how: Cancellation): string {
  const who = how.cancelledBy === 'retreat' ? 'The retreat cancelled' : 'Cancelled for the guest'
  return `${who} on ${formatDay(dayOf(how.at))}.`
}

/** `"$436.65 to the card, $200.00 by hand"`. */
export function waysWords({
  refundToCards,
  refundByHand,
}: Pick<RefundPlan, 'refundToCards' | 'refundByHand'>): string {
  const ways = [
    ...(refundToCards > 0 ? [`${formatMoney(refundToCards)} to the card`] : []),
    ...(refundByHand > 0 ? [`${formatMoney(refundByHand)} by hand`] : []),
  ]
  return ways.length > 0 ? ways.join(', ') : 'nothing'
}
