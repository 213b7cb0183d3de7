/** Cancelling and refunding, in words. Pure. */
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import type { Cancellation, RefundPlan, RefundShown } from '#features/booking/contract/refunds.ts'
import { byWords, dayOf, type MoneyState } from './invoice-labels.ts'
import { plural } from '#shared/text.ts'

type Tier = Pick<RefundPlan, 'cancelledBy' | 'daysBefore' | 'replacementFound' | 'percent'>

/** `"92 days before the start: a full refund, less the card’s fees"` (R5.1). */
export function tierWords({ cancelledBy, daysBefore, replacementFound, percent }: Tier): string {
  const when = `${beforeWords(daysBefore)}:`
  if (cancelledBy === 'retreat') return `${when} the retreat cancels, so a full refund, fees included`
  if (percent === 0) return `${when} no refund, unless somebody takes over the spot`
  const part = percent === 100 ? 'a full refund' : `a ${percent}% refund`
  return replacementFound && percent === 90
    ? `${when} ${part}, since somebody takes over the spot`
    : `${when} ${part}, less the card’s fees`
}

function beforeWords(days: number): string {
  if (days === 0) return 'On the day of the start'
  return `${plural(Math.abs(days), 'day')} ${days > 0 ? 'before' : 'after'} the start`
}

export function refundState(refund: RefundShown): MoneyState {
  const { status, byHand, method, toGive, createdAt, finishedAt } = refund
  const since = formatDay(dayOf(createdAt))
  const done = formatDay(dayOf(finishedAt ?? createdAt))
  switch (status) {
    case 'succeeded':
      return { tone: 'good', mark: 'Refunded', notes: [`${byHand ? 'By hand' : 'To the card'} on ${done}.`] }
    case 'requested':
      return { tone: 'soft', mark: 'On its way', notes: [`To the card, since ${since}.`] }
    case 'owed':
      return { tone: 'warn', mark: 'Refund due', notes: [`Paid ${byWords(method)}; to be refunded by hand.`] }
    case 'failed':
      return {
        tone: 'bad',
        mark: 'Failed',
        notes: [`The card refused it on ${done}${toGive ? '; to be refunded by hand' : ''}.`],
      }
  }
}

const REASONS: Record<string, string> = {
  late: 'Paid too late',
  duplicate: 'Paid twice',
  orphan: 'Paid without an invoice',
  provider: 'Refunded in the provider’s dashboard',
  cancelled: 'Canceled',
  'retreat-cancelled': 'The retreat canceled',
  admin: 'Refund by an admin',
}

/** Why, of the word in the books; an admin’s own words stay as they are. */
export const reasonWords = (reason: string) => REASONS[reason] ?? reason

/** The label of the button that cancels. */
export function cancelButton(refund: number): string {
  return refund > 0 ? `Cancel and refund ${formatMoney(refund)}` : 'Cancel without a refund'
}

export function cancelledWords(how: Cancellation): string {
  const who = how.cancelledBy === 'retreat' ? 'The retreat canceled' : 'Canceled for the guest'
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
