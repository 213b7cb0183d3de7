/**
 * `refund`: states a refund to a guest whose reservation stays confirmed. The part of the refund that returns no
 * overpayment lowers the price of the stay, so the guest does not owe it again.
 */
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { StayMoney } from '../../layout/invoices.tsx'
import { PageButton } from '../../layout/main-button.tsx'
import { MoneyTable } from '../../layout/money-table.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { openInvoices } from '../facts/invoices.ts'
import { companionFacts, yourSpots } from '../facts/party.ts'
import {
  activeRefunds,
  othersPaidAll,
  otherWhoPaid,
  refundCauses,
  refundSentences,
  refundSentencesToPayer,
  refundsFor,
  refundTotals,
  totalBack,
} from '../facts/refunds.ts'
import { guestFacts, guestLinks, moneyFacts } from '../facts/reservation.ts'
import { refundProblem } from '../still-wanted.ts'

const opening = ({ payer }: Facts) => (payer === null ? 'Your refund' : 'A refund for your stay')

export const refund = reservationEmail({
  dropReason: refundProblem,
  facts: factsOf,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview: (facts) => `We’re refunding ${formatMoney(totalBack(facts.back))}.${stillYours(facts)}`,
  Content: Refund,
  showsMoney: true,
})

function factsOf(source: ReservationSource) {
  const { reservation, event } = source.rows
  const refunds = activeRefunds(refundsFor(source))
  const isActive = reservation.status === 'confirmed' && event.cancelledAt === null
  return {
    ...guestFacts(source),
    companions: companionFacts(source),
    refunds: refunds.map(({ amount, createdAt }) => ({ amount, on: ranchDay(createdAt) })),
    back: refundTotals(refunds),
    ...refundCauses(source),
    /**
     * The name of the guest who gets the refund, if another guest is the payer now. Null if the recipient gets it.
     */
    payer: otherWhoPaid(source),
    othersPaidAll: othersPaidAll(source),
    /** The totals of the stay after the refund. Null if the reservation is not confirmed. */
    stay: isActive ? { ...moneyFacts(source), open: openInvoices(source) } : null,
    cancelled: reservation.status === 'cancelled' || event.cancelledAt !== null,
    links: guestLinks(source),
  }
}

type Facts = ReturnType<typeof factsOf>

const stillYours = (facts: Facts) => (facts.stay ? ` ${yourSpots(facts, 'Your')} still yours.` : '')

/** Returns sentences that explain the refund, each after a space. Empty if the stay is not confirmed. */
function reasonSentences(facts: Facts): string {
  const { stay, payer, lowered, overpaid, back, companions } = facts
  if (!stay) return ''
  const total = totalBack(back)
  const [who, owes] =
    payer === null ? ['you had paid', 'you don’t owe'] : ['the payments were', 'nobody owes']
  const [price, cost] =
    companions.length === 0
      ? ['the price of your stay', 'your stay cost']
      : ['the total for all of you', 'the total for all of you']
  const by = lowered === total ? 'that amount' : formatMoney(lowered)
  return [
    overpaid > 0 && ` Before that, ${who} ${formatMoney(overpaid)} more than ${cost}.`,
    lowered > 0 && ` We’ve lowered ${price} by ${by}, so ${owes} it again.`,
  ]
    .filter((sentence) => sentence !== false)
    .join('')
}

/** Introduces the table of what is paid and left to pay, or says that nothing is left. */
function leftWords(stillToPay: Cents, payer: string | null): string {
  if (stillToPay === 0) return 'You have nothing left to pay.'
  const unchanged =
    payer === null ? '' : `${formatMoney(stillToPay)} is still due from you. The refund doesn’t change that. `
  return `${unchanged}After the refund, this is what’s paid and what’s left to pay:`
}

function Refund(facts: Facts) {
  const { back, payer, stay, cancelled, links, refunds, companions } = facts
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
        {reasonSentences(facts)}
        {stillYours(facts)} If you didn’t expect this, just reply to this email.
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
            {companions.length === 0 ? 'Your stay now costs' : 'Your stays together now cost'}{' '}
            {formatMoney(stay.totalDue)}. {leftWords(stay.stillToPay, payer)}
          </Paragraph>
          <StayMoney stay={stay} />
          <PageButton href={links.reservation}>See your stay</PageButton>
        </>
      )}
    </EventLetter>
  )
}
