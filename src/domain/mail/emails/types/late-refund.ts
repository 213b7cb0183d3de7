/**
 * `late-refund`: tells the guest that a payment came too late for a spot or an active reservation, and is refunded.
 * `late-refund-admin` tells the event's admin, who must fix a failed refund.
 */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import * as links from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { type Block, type ReservationCause, reservationEmail, type ReservationSource } from '../definition.ts'
import {
  type Refund,
  refundTotals,
  refundProblem,
  refundsFor,
  standing,
  sum,
  toGuest,
  toHouse,
  totalBack,
} from '../shared-facts.ts'
import {
  button,
  DELETED,
  email,
  emailToHouse,
  fact,
  factList,
  moneyRow,
  moneyTable,
  reservationFacts,
  text,
  whereItGoes,
} from '../shared-words.ts'

/** Why the payment was too late: the hold had ended, or the reservation or event was canceled in the meantime. */
type LateStay = 'hold-ended' | 'stay-cancelled' | 'event-cancelled'

function lateStay({ rows: { reservation, event } }: ReservationCause): LateStay {
  if (event.cancelledAt !== null) return 'event-cancelled'
  return reservation.status === 'cancelled' ? 'stay-cancelled' : 'hold-ended'
}

const LATE: ReadonlySet<ReservationStatus> = new Set(['refunded', 'cancelled'])

/** Returns whether a payment for a reservation in this status is refunded. */
const comesTooLate = ({ rows }: ReservationCause) => LATE.has(rows.reservation.status)

export const lateRefund = reservationEmail({
  dropReason: (cause) => (comesTooLate(cause) ? refundProblem(cause) : 'not_refunded'),
  facts: guestFacts,
  words(facts) {
    const { stay, back } = facts
    const total = totalBack(back)
    const amount = formatMoney(total)
    return email(facts, {
      opening: 'Your payment is refunded',
      kicker: TO_GUEST[stay].kicker,
      preheader: `The full ${amount} is refunded to your card. You do not need to do anything.`,
      hello: 'Hello',
      blocks: [
        text(`Your payment of ${amount} reached us ${TO_GUEST[stay].when}`),
        moneyTable(moneyRow('Full refund', total, 'total')),
        ...whereItGoes(back),
        ...waysOn(facts),
      ],
      footer: [DELETED],
    })
  },
})

function guestFacts(source: ReservationSource) {
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

const TO_GUEST: Record<LateStay, Record<'kicker' | 'when', string>> = {
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

function waysOn({ waitlist, links: { event, events } }: ReturnType<typeof guestFacts>): Block[] {
  const otherDates = { label: 'See other dates', href: events }
  if (!waitlist) return [button(otherDates.label, events)]
  return [
    button('Join the waitlist', event, 'Spots do come free. The waitlist is how you hear of it.'),
    text('Or come another time:', otherDates),
  ]
}

type AdminFacts = ReturnType<typeof adminFacts>

export const lateRefundAdmin = reservationEmail({
  dropReason: (cause) => (comesTooLate(cause) ? null : 'not_refunded'),
  facts: adminFacts,
  words(facts) {
    const { reservationId: id, guestName } = facts
    const { short, when, note } = TO_ADMIN[facts.stay]
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
  // Sent even after the purge, because the admin must know about refunds when no guest can be notified.
  toAdmin: true,
})

function adminFacts(source: ReservationSource) {
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

const TO_ADMIN: Record<LateStay, { short: string; when: string; note: string | null }> = {
  'hold-ended': {
    short: 'no spot was free',
    when: 'after its hold had ended, and no spot was free.',
    note: 'If you can make room after all, write to the guest: the refund stands, and they would sign up again.',
  },
  'stay-cancelled': { short: 'the stay was canceled', when: 'after it had been canceled.', note: null },
  'event-cancelled': {
    short: 'the event was canceled',
    when: 'after the event had been canceled.',
    note: null,
  },
}

function refundWords({ refund, amount }: AdminFacts): string {
  const full = formatMoney(amount)
  if (refund === 'succeeded') return `The full ${full} has been refunded.`
  if (refund === 'requested') return `The full refund of ${full} is on its way.`
  return `The full refund of ${full} has FAILED at the payment provider: please refund it there by hand.`
}

function toldWords({ refund, guestName }: AdminFacts): string {
  if (guestName === null)
    return 'The guest’s details had been deleted by then, so the guest could not be told.'
  return `The guest has ${refund === 'failed' ? 'not been told yet' : 'been told by email'}.`
}
