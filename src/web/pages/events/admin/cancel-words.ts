/** How far the cancelling of an event has come, in words. Pure. */
import type { CancelProgress } from '../../../../capabilities/booking/cancel/contract.ts'
import { formatMoney } from '../../../../shared/money.ts'

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

/** What the next look is waiting for; empty when the rest is not for the site to do. */
export function waitingFor({ cancelledAt, done, left, refundsLeft }: CancelProgress): string {
  return cancelledAt !== null && left + refundsLeft > 0 ? `${done}:${left}:${refundsLeft}` : ''
}
