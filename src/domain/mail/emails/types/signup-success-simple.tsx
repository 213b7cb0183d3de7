/**
 * `signup-success-simple`: confirms a sign-up that an admin made. The guest gives details and pays at the private
 * link (R9.3).
 */
import { invoiceLabel } from '#shared/invoice-label.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { StayMoney } from '../../layout/invoices.tsx'
import { LinksToPassOn } from '../../layout/links-to-pass-on.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { BOOTS, NextSteps, paySteps } from '../../layout/next-steps.tsx'
import { RefundRows } from '../../layout/refund-rows.tsx'
import type { Step } from '../../layout/steps.tsx'
import { CannotCome, Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { duePhrase } from '../facts/invoices.ts'
import { payerName, yourSpots } from '../facts/party.ts'
import { pricedFacts } from '../facts/reservation.ts'
import { upcomingProblem } from '../still-wanted.ts'

const OPENING = 'You’re signed up'

export const signupSuccessSimple = reservationEmail({
  dropReason: upcomingProblem,
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview,
  Content: SignupSuccessSimple,
  attachesDates: () => true,
  showsRefunds: true,
  showsMoney: true,
})

function factsOf(source: ReservationSource) {
  const { id, partyId } = source.rows.reservation
  const payer = partyId === null || partyId === id ? null : payerName(source)
  return { ...pricedFacts(source), payer, refunds: payer === null ? source.refunds : null }
}

type Facts = ReturnType<typeof factsOf>

function preview(facts: Facts): string {
  const { open, detailsMissing } = facts
  const [next] = open
  const details = detailsMissing ? ['Please complete your details.'] : []
  const due = next ? [`${duePhrase(next)}.`] : []
  return [`${yourSpots(facts, 'Your')} yours.`, ...details, ...due].join(' ')
}

function SignupSuccessSimple(facts: Facts) {
  const { totalDue, open, companions, payer, links } = facts
  return (
    <EventLetter {...facts} kicker={OPENING} termsLink={links.terms}>
      <Paragraph>
        We have signed you up, and {yourSpots(facts)} yours.{' '}
        {payer !== null && `${payer} pays for your stay. `}
        {leftWords(facts)}
      </Paragraph>
      {(totalDue !== 0 || open.length > 0) && <StayMoney stay={facts} />}
      <StayButton {...facts} />
      <LinksToPassOn companions={companions} />
      <NextSteps stay={facts} pay={payStepsOf(facts)}>
        {totalDue > 0 && <RefundRows schedule={facts.refunds} companions={companions} />}
      </NextSteps>
      <CannotCome />
    </EventLetter>
  )
}

function leftWords({ open, detailsMissing, totalPaid }: Facts): string {
  const asksToPay = open.some(({ byCard }) => !byCard)
  const tell = 'tell us about yourself'
  const pay = totalPaid > 0 ? 'pay what’s left' : 'pay for your stay'
  if (detailsMissing && asksToPay)
    return `There are two things left to do, both on your own page: ${tell}, and ${pay}.`
  if (detailsMissing) return `There’s one thing left to do, on your own page: ${tell}.`
  if (asksToPay) return `There’s one thing left to do, on your own page: ${pay}.`
  return BOOTS
}

const DEPOSIT = invoiceLabel({ purpose: 'deposit', description: null, partOfPrice: true })

/** Returns the steps to pay open invoices. Names deposit and remainder if these are the two open invoices. */
function payStepsOf({ open, totalPaid }: Facts): Step[] {
  if (totalPaid > 0) return paySteps(open, 'what’s left')
  if (open.length !== 2 || open[0]?.label !== DEPOSIT) return paySteps(open, 'for your stay')
  return [...paySteps(open.slice(0, 1), 'the deposit'), ...paySteps(open.slice(1), 'the remainder')]
}
