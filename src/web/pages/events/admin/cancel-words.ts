/** What cancelling an event would do, and how far it has come, in words. Pure. */
import type { CancelProgress, EventCancellationPlan } from '#features/booking/contract/cancellation.ts'
import { formatDayRange } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** The plan in words: when the event would have been, whom it concerns, what goes back. */
export function planWords(plan: EventCancellationPlan): string[] {
  const { startDateDate, endDateDate, guests, holds, waiting, refundToCards, refundByHand, disputed } = plan
  const back = [
    refundToCards > 0 && `${formatMoney(refundToCards)} to cards`,
    refundByHand > 0 && `${formatMoney(refundByHand)} by hand, by you`,
  ].filter(Boolean)
  return [
    `The retreat of ${formatDayRange(startDateDate, endDateDate)} does not take place.`,
    guests === 0
      ? 'Nobody has signed up.'
      : `${count(guests, 'guest is', 'guests are')} told by email that their stay is cancelled.`,
    holds > 0 && `${count(holds, 'held spot is', 'held spots are')} released.`,
    waiting > 0 &&
      `${count(waiting, 'person', 'people')} on the waitlist: nothing is offered any more, and no email goes out.`,
    back.length === 0
      ? 'No money goes back.'
      : `${formatMoney(refundToCards + refundByHand)} goes back, fees included: ${back.join(', ')}.`,
    disputed > 0 && `${formatMoney(disputed)} is disputed: the bank has it, so none of it goes back.`,
  ].filter((words) => words !== false)
}

/** Sentences, what is left to do last. */
export function progressWords({ done, left, refundsLeft, owed }: CancelProgress): string[] {
  const all = done + left
  const reservations =
    all === 0
      ? 'Nobody had signed up.'
      : `${done} of ${all} ${all === 1 ? 'reservation is' : 'reservations are'} cancelled.`
  const refunds =
    refundsLeft > 0
      ? [`${refundsLeft} ${refundsLeft === 1 ? 'refund is' : 'refunds are'} still on the way.`]
      : []
  const byHand = owed > 0 ? [`${formatMoney(owed)} is owed by hand.`] : []
  const over = left === 0 && refundsLeft === 0 && owed === 0 ? ['Nothing is left to do.'] : []
  return [reservations, ...refunds, ...byHand, ...over]
}

/** The reasons to look again; empty when the rest is not for the site to do. */
export function waitingFor({ cancelledAt, done, left, refundsLeft }: CancelProgress): string {
  return cancelledAt !== null && left + refundsLeft > 0 ? `${done}:${left}:${refundsLeft}` : ''
}
