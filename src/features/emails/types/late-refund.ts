/** `late-refund`: the money came when there was no spot, or no stay, for it any more; to the guest. */
import * as links from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { type Block, stayEmail, type StaySource } from '../definition.ts'
import {
  comesTooLate,
  type LateStay,
  lateStay,
  refundTotals,
  refundProblem,
  refundsFor,
  toGuest,
  totalBack,
} from '../shared-facts.ts'
import { button, DELETED, email, moneyRow, moneyTable, text, whereItGoes } from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const lateRefund = stayEmail({
  dropReason: (cause) => (comesTooLate(cause) ? refundProblem(cause) : 'not_refunded'),
  facts: factsOf,
  words(facts) {
    const { stay, back } = facts
    const total = totalBack(back)
    const amount = formatMoney(total)
    return email(facts, {
      opening: 'Your payment is refunded',
      kicker: WORDS[stay].kicker,
      preheader: `The full ${amount} is refunded to your card. You do not need to do anything.`,
      hello: 'Hello',
      blocks: [
        text(`Your payment of ${amount} reached us ${WORDS[stay].when}`),
        moneyTable(moneyRow('Full refund', total, 'total')),
        ...whereItGoes(back),
        ...waysOn(facts),
      ],
      footer: [DELETED],
    })
  },
})

function factsOf(source: StaySource) {
  const { rows, publicUrl } = source
  const { urlName, showWaitlist, cancelledAt } = rows.event
  return {
    ...toGuest(source),
    back: refundTotals(refundsFor(source)),
    stay: lateStay(source),
    waitlist: showWaitlist && cancelledAt === null,
    links: {
      event: links.absoluteLink(publicUrl, links.eventPath(urlName)),
      events: links.absoluteLink(publicUrl, links.eventsPath),
    },
  }
}

const WORDS: Record<LateStay, Record<'kicker' | 'when', string>> = {
  'hold-ended': {
    kicker: 'We owe you an apology',
    when: 'after the time for which we could hold your spot. By then the last spot was taken, so you are not signed up. We are sorry.',
  },
  'stay-cancelled': {
    kicker: 'Your stay was canceled',
    when: 'after your stay had been canceled, so we do not keep it.',
  },
  'event-cancelled': {
    kicker: 'This event was canceled',
    when: 'after we had to cancel this event, so we do not keep it. We are sorry.',
  },
}

function waysOn({ waitlist, links: { event, events } }: Facts): Block[] {
  const otherDates = { label: 'See other dates', href: events }
  if (!waitlist) return [button(otherDates.label, events)]
  return [
    button('Join the waitlist', event, 'Spots do come free. The waitlist is how you hear of it.'),
    text('Or come another time:', otherDates),
  ]
}
