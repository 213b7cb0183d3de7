/**
 * `companion-invited`: tells a companion that the payer has signed them up, and asks for details at the private link
 * (R39.2).
 */
import type { Cents } from '#shared/money.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { BOOTS, NextSteps } from '../../layout/next-steps.tsx'
import { CannotCome, Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { payerName } from '../facts/party.ts'
import { upcomingFacts } from '../facts/reservation.ts'
import { companionProblem, travelProblem } from '../still-wanted.ts'

const OPENING = 'You’re signed up'

export const companionInvited = reservationEmail({
  dropReason: (cause) => travelProblem(cause) ?? companionProblem(cause),
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: ({ detailsMissing }) =>
    `Your spot is yours.${detailsMissing ? ' Please complete your details.' : ''}`,
  Content: CompanionInvited,
  attachesDates: () => true,
})

function factsOf(source: ReservationSource) {
  const { reservation, event } = source.rows
  return {
    ...upcomingFacts(source),
    payer: payerName(source),
    price: priceOf(reservation.share, event.cost),
  }
}

/**
 * Returns `priced` if the payer pays for the stay, and `free` if the stay costs nothing. Returns `none` if the event's
 * price is hidden, so that the e-mail must not mention money.
 */
function priceOf(share: Cents | null, cost: Cents): 'priced' | 'free' | 'none' {
  if (share !== null && share > 0) return 'priced'
  return cost < 0 ? 'none' : 'free'
}

function CompanionInvited(facts: ReturnType<typeof factsOf>) {
  const { payer, price, detailsMissing, links } = facts
  return (
    <EventLetter {...facts} kicker={OPENING} termsLink={links.terms}>
      <Paragraph>
        {payer ?? 'Someone you’re coming with'} has signed you up, and your spot is yours.{' '}
        {payer === null && 'Your own page names them. '}
        {price === 'priced' &&
          `${payer ? `${payer} pays` : 'They pay'} for your stay, so you have nothing to pay. `}
        {price === 'free' && 'There is nothing to pay. '}
        {detailsMissing ? 'There’s one thing left to do, on your own page: tell us about yourself.' : BOOTS}
      </Paragraph>
      <StayButton {...facts} />
      <NextSteps stay={facts} pay={[]} />
      {/* Anyone can type another person's address, so the e-mail explains what to do then. */}
      <CannotCome />
    </EventLetter>
  )
}
