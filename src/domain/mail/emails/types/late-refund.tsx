/**
 * `late-refund`: informs the guest that a payment came too late and is refunded, because the hold or the reservation
 * had ended. `late-refund-admin` informs the event's admin, who must solve a failed refund.
 */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { MONEY_AWAITED } from '#domain/booking/domain/refunds.ts'
import * as links from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { EventLetter, RanchLetter } from '../../layout/event-letter.tsx'
import { Fact, FactList, ReservationFacts } from '../../layout/fact-list.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { MoneyTable } from '../../layout/money-table.tsx'
import { LinkEnd, Paragraph } from '../../layout/text.tsx'
import { type ReservationCause, reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { totalOf } from '../facts/invoices.ts'
import {
  activeRefunds,
  type Refund,
  refundSentences,
  refundsFor,
  refundTotals,
  totalBack,
} from '../facts/refunds.ts'
import { guestFacts, ranchFacts, ranchSubject } from '../facts/reservation.ts'
import { refundProblem } from '../still-wanted.ts'

/** Why a payment came too late: the hold had ended, or the reservation or event had been canceled. */
type LateStay = 'hold-ended' | 'stay-cancelled' | 'event-cancelled'

function lateStay({ rows: { reservation, event } }: ReservationCause): LateStay {
  if (event.cancelledAt !== null) return 'event-cancelled'
  return reservation.status === 'cancelled' ? 'stay-cancelled' : 'hold-ended'
}

const LATE: ReadonlySet<ReservationStatus> = new Set(['refunded', 'cancelled'])

/** Returns true if a payment came too late, because the hold had ended or the reservation was canceled. */
const comesTooLate = ({ rows }: ReservationCause) => LATE.has(rows.reservation.status)

export const lateRefund = reservationEmail({
  dropReason: (cause) => (comesTooLate(cause) ? refundProblem(cause) : 'not_refunded'),
  facts: factsForGuest,
  subject: ({ event }) => eventSubject('We’re refunding your payment', event),
  preview: ({ back }) =>
    `We’re refunding the full ${formatMoney(totalBack(back))} to your card. You don’t need to do anything.`,
  Content: LateRefund,
})

function factsForGuest(source: ReservationSource) {
  const { rows, publicUrl } = source
  const { urlName, showWaitlist, cancelledAt } = rows.event
  return {
    ...guestFacts(source),
    back: refundTotals(refundsFor(source)),
    stay: lateStay(source),
    waitlist: showWaitlist && cancelledAt === null,
    links: {
      event: links.absoluteLink(publicUrl, links.eventPath(urlName)),
      events: links.absoluteLink(publicUrl, links.eventsPath),
    },
  }
}

function LateRefund(facts: ReturnType<typeof factsForGuest>) {
  const { stay, back, waitlist } = facts
  const { kicker, when } = TO_GUEST[stay]
  const total = totalBack(back)
  const sentences = refundSentences(back)
  return (
    <EventLetter {...facts} kicker={kicker} hello="Hello">
      <Paragraph>
        Your payment of {formatMoney(total)} reached us {when}
      </Paragraph>
      <MoneyTable lines={[]} total={{ label: 'Full refund', cents: total }} />
      {sentences && <Paragraph>{sentences}</Paragraph>}
      {waitlist ? (
        <>
          <MainButton
            href={facts.links.event}
            note="Spots do open up. Join the waitlist, and we’ll email you when one does."
          >
            Join the waitlist
          </MainButton>
          <Paragraph>
            Or come another time. See <LinkEnd href={facts.links.events}>our other dates</LinkEnd>
          </Paragraph>
        </>
      ) : (
        <MainButton href={facts.links.events}>See other dates</MainButton>
      )}
    </EventLetter>
  )
}

const TO_GUEST: Record<LateStay, Record<'kicker' | 'when', string>> = {
  'hold-ended': {
    kicker: 'We owe you an apology',
    when: 'after the hold on your spot had expired. By then the last spot was taken, so you’re not signed up. We’re sorry.',
  },
  'stay-cancelled': {
    kicker: 'Your stay was canceled',
    when: 'after your stay had been canceled, so we don’t keep it.',
  },
  'event-cancelled': {
    kicker: 'This retreat was canceled',
    when: 'after we had to cancel this retreat, so we don’t keep it. We’re sorry.',
  },
}

export const lateRefundAdmin = reservationEmail({
  dropReason: (cause) => (comesTooLate(cause) ? null : 'not_refunded'),
  facts: factsForAdmin,
  subject: (facts) => ranchSubject(`Paid too late, ${REFUND[facts.refund].subject}`, facts),
  preview: ({ refund, amount, stay }) =>
    `${REFUND[refund].preview(formatMoney(amount))}; ${TO_ADMIN[stay].short}.`,
  Content: LateRefundAdmin,
  // The admin gets this e-mail even after the guest's data was deleted. Then the site cannot notify the guest, so the
  // admin must know.
  toAdmin: true,
})

function factsForAdmin(source: ReservationSource) {
  const refunds = refundsFor(source)
  const active = activeRefunds(refunds)
  return {
    ...ranchFacts(source),
    amount: totalOf(active.length > 0 ? active : refunds),
    refund: refundState(refunds, active),
    stay: lateStay(source),
  }
}

type AdminFacts = ReturnType<typeof factsForAdmin>

type RefundState = 'requested' | 'held' | 'succeeded' | 'failed'

function refundState(refunds: Refund[], active: Refund[]): RefundState {
  if (active.length === 0) return refunds.length > 0 ? 'failed' : 'requested'
  if (refundTotals(active).held > 0) return 'held'
  return active.every(({ status }) => status === 'succeeded') ? 'succeeded' : 'requested'
}

function LateRefundAdmin(facts: AdminFacts) {
  const { reservationId: id, event, refund, amount, guestName } = facts
  const { when, note } = TO_ADMIN[facts.stay]
  return (
    <RanchLetter event={event} kicker="Paid too late">
      <Paragraph>
        A payment for reservation {id} arrived {when} {REFUND[refund].text(formatMoney(amount))}{' '}
        {notifiedWords(facts)}
      </Paragraph>
      <FactList>
        <ReservationFacts {...facts} />
        <Fact label="Amount">{formatMoney(amount)}</Fact>
      </FactList>
      <MainButton
        href={facts.links.reservation}
        note={refund === 'failed' || guestName === null ? null : note}
      >
        {`Open reservation ${id}`}
      </MainButton>
    </RanchLetter>
  )
}

const TO_ADMIN: Record<LateStay, { short: string; when: string; note: string | null }> = {
  'hold-ended': {
    short: 'no spot was free',
    when: 'after its hold had ended, and no spot was free.',
    note: 'If you can make room after all, write to the guest. The refund is final, so they would sign up again.',
  },
  'stay-cancelled': { short: 'the stay was canceled', when: 'after it had been canceled.', note: null },
  'event-cancelled': {
    short: 'the event was canceled',
    when: 'after the event had been canceled.',
    note: null,
  },
}

/** What the e-mail says about the refund. `full` is its amount in words. */
const REFUND: Record<
  RefundState,
  { subject: string; preview: (full: string) => string; text: (full: string) => string }
> = {
  requested: {
    subject: 'being refunded',
    preview: (full) => `We’re refunding ${full} to the guest`,
    text: (full) => `We’re refunding the full ${full}.`,
  },
  held: {
    subject: 'refund waits',
    preview: (full) => `The refund of ${full} waits for ${MONEY_AWAITED}`,
    text: (full) =>
      `The full refund of ${full} waits for ${MONEY_AWAITED}. Add money to it in the Stripe dashboard, under Balances, or wait for new payments.`,
  },
  succeeded: {
    subject: 'refund made',
    preview: (full) => `${full} is refunded to the guest`,
    text: (full) => `The full ${full} has been refunded.`,
  },
  failed: {
    subject: 'refund FAILED',
    preview: (full) => `Stripe could not refund ${full}, so please refund it`,
    text: (full) =>
      `Stripe could not refund the full ${full}. Please refund it in the Stripe dashboard: the site notices that. Or give the money to the guest in another way, and press “Refunded by hand” on the reservation.`,
  },
}

function notifiedWords({ refund, guestName }: AdminFacts): string {
  if (guestName === null)
    return 'We had already deleted the guest’s details, so we could not email the guest.'
  return refund === 'failed'
    ? 'We don’t email guests about a refund that failed, so please write to them.'
    : 'We have emailed the guest.'
}
