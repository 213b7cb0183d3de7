/** `late-refund-admin`: as `late-refund`, to the event's admin; a refund that failed is the admin's to mend. */
import { formatMoney } from '#shared/money.ts'
import { stayEmail, type StaySource } from '../definition.ts'
import {
  comesTooLate,
  type LateStay,
  lateStay,
  type Refund,
  refundsFor,
  standing,
  sum,
  toHouse,
} from '../shared-facts.ts'
import { button, emailToHouse, fact, factList, reservationFacts, text } from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const lateRefundAdmin = stayEmail({
  dropReason: (cause) => (comesTooLate(cause) ? null : 'not_refunded'),
  facts: factsOf,
  words(facts) {
    const { reservationId: id, guestName } = facts
    const { short, when, note } = WORDS[facts.stay]
    const amount = formatMoney(facts.amount)
    const failed = facts.refund === 'failed'
    return emailToHouse(facts, {
      opening: failed ? 'Paid too late, refund FAILED' : 'Paid too late, refund made',
      kicker: 'Paid too late',
      preheader: `${failed ? `Please refund ${amount} by hand` : `${amount} is refunded to the guest`}; ${short}.`,
      blocks: [
        text(`A payment for reservation ${id} arrived ${when} ${refundWords(facts)} ${toldWords(facts)}`),
        factList(...reservationFacts(facts), fact('Amount', amount)),
        button(`Open reservation ${id}`, facts.links.reservation, failed || guestName === null ? null : note),
      ],
    })
  },
  // Money that moves is to be known, also when nobody is left to be told.
  toAdmin: true,
})

function factsOf(source: StaySource) {
  const refunds = refundsFor(source)
  const counted = standing(refunds)
  return {
    ...toHouse(source),
    amount: sum(counted.length > 0 ? counted : refunds),
    refund: refundState(refunds, counted),
    stay: lateStay(source),
  }
}

function refundState(refunds: Refund[], counted: Refund[]): 'requested' | 'succeeded' | 'failed' {
  if (counted.length === 0) return refunds.length > 0 ? 'failed' : 'requested'
  return counted.every(({ status }) => status === 'succeeded') ? 'succeeded' : 'requested'
}

const WORDS: Record<LateStay, { short: string; when: string; note: string | null }> = {
  'hold-ended': {
    short: 'no spot was free',
    when: 'after its hold had ended, and no spot was free.',
    note: 'If you can make room after all, write to the guest: the refund stands, and they would sign up again.',
  },
  'stay-cancelled': {
    short: 'the stay was canceled',
    when: 'after it had been canceled.',
    note: null,
  },
  'event-cancelled': {
    short: 'the event was canceled',
    when: 'after the event had been canceled.',
    note: null,
  },
}

function refundWords({ refund, amount }: Facts): string {
  const full = formatMoney(amount)
  if (refund === 'succeeded') return `The full ${full} has been refunded.`
  if (refund === 'requested') return `The full refund of ${full} is on its way.`
  return `The full refund of ${full} has FAILED at the payment provider: please refund it there by hand.`
}

function toldWords({ refund, guestName }: Facts): string {
  if (guestName === null)
    return 'The guest’s details had been deleted by then, so the guest could not be told.'
  return `The guest has ${refund === 'failed' ? 'not been told yet' : 'been told by email'}.`
}
