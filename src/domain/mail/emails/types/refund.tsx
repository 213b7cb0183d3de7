/**
 * `refund`: states a refund to a guest whose reservation stays confirmed. The refund lowers the price of the stay, so
 * the guest does not owe it again.
 */
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { PageButton } from '../../layout/main-button.tsx'
import { MoneyTable } from '../../layout/money-table.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { companionFacts, yourSpots } from '../facts/party.ts'
import {
  activeRefunds,
  othersPaidAll,
  otherWhoPaid,
  refundSentences,
  refundSentencesToPayer,
  refundsFor,
  refundTotals,
  totalBack,
} from '../facts/refunds.ts'
import { guestFacts, guestLinks, moneyOf } from '../facts/reservation.ts'
import { refundProblem } from '../still-wanted.ts'

const opening = ({ payer }: Facts) => (payer === null ? 'Your refund' : 'A refund for your stay')

export const refund = reservationEmail({
  dropReason: refundProblem,
  facts: factsOf,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview: (facts) => `We’re refunding ${formatMoney(totalBack(facts.back))}.${stillYours(facts)}`,
  Content: Refund,
})

function factsOf(source: ReservationSource) {
  const { reservation, event } = source.rows
  const refunds = activeRefunds(refundsFor(source))
  const { totalDue, stillToPay } = moneyOf(source)
  const isActive = reservation.status === 'confirmed' && event.cancelledAt === null
  return {
    ...guestFacts(source),
    companions: companionFacts(source),
    refunds: refunds.map(({ amount, createdAt }) => ({ amount, on: ranchDay(createdAt) })),
    back: refundTotals(refunds),
    /**
     * The name of the guest who gets the refund, if another guest is the payer now. Null if the recipient gets it.
     */
    payer: otherWhoPaid(source),
    othersPaidAll: othersPaidAll(source),
    /** The totals of the stay after the refund. Null if the reservation is not confirmed. */
    stay: isActive ? { totalDue, stillToPay } : null,
    cancelled: reservation.status === 'cancelled' || event.cancelledAt !== null,
    links: guestLinks(source),
  }
}

type Facts = ReturnType<typeof factsOf>

const stillYours = (facts: Facts) => (facts.stay ? ` ${yourSpots(facts, 'Your')} still yours.` : '')

function Refund(facts: Facts) {
  const { back, payer, stay, cancelled, links, refunds } = facts
  const total = totalBack(back)
  const sentences = payer === null ? refundSentences(back) : refundSentencesToPayer(back, facts.othersPaidAll)
  const paid = `what ${payer ?? 'you'} paid${cancelled ? ' for your canceled stay' : ''}`
  return (
    <EventLetter {...facts} kicker={opening(facts)} hello="Hello" termsLink={links.terms} ended={cancelled}>
      <Paragraph>
        {refunds.length === 1
          ? `We’re refunding ${formatMoney(total)} of ${paid}.`
          : `We’re refunding some of ${paid}: ${formatMoney(total)} in total so far.`}
        {payer !== null && facts.othersPaidAll && ' The refund goes to the person who paid, not to you.'}
        {stillYours(facts)} If you wonder why, just reply to this email.
      </Paragraph>
      <MoneyTable
        lines={
          refunds.length > 1
            ? refunds.map(({ amount, on }) => ({ label: `On ${formatDay(on)}`, cents: amount }))
            : []
        }
        total={{ label: 'Refund', cents: total }}
      />
      {sentences && <Paragraph>{sentences}</Paragraph>}
      {stay && (
        <>
          <Paragraph>
            Your stay now costs {formatMoney(stay.totalDue)}.{' '}
            {stay.stillToPay > 0
              ? `${formatMoney(stay.stillToPay)} is still due${payer === null ? '' : ' from you. The refund doesn’t change that'}.`
              : 'You have nothing left to pay.'}
          </Paragraph>
          <PageButton href={links.reservation}>See your stay</PageButton>
        </>
      )}
    </EventLetter>
  )
}
