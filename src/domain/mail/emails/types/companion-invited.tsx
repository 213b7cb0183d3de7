/**
 * `companion-invited`: tells a companion that the payer has signed them up, and asks for details at the private link
 * (R39.2).
 */
import { EventLetter } from '../../layout/event-letter.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { BOOTS, NextSteps } from '../../layout/next-steps.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { payerName } from '../facts/party.ts'
import { upcomingFacts } from '../facts/reservation.ts'
import { companionProblem, travelProblem } from '../still-wanted.ts'

const OPENING = "You're signed up"

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
  const { share } = source.rows.reservation
  return { ...upcomingFacts(source), payer: payerName(source), priced: share !== null && share > 0 }
}

function CompanionInvited(facts: ReturnType<typeof factsOf>) {
  const { payer, priced, detailsMissing, links } = facts
  return (
    <EventLetter {...facts} kicker={OPENING} termsLink={links.terms}>
      <Paragraph>
        {payer ?? 'Someone you’re coming with'} has signed you up, and your spot is yours.{' '}
        {priced && `${payer ? `${payer} pays` : 'They pay'} for your stay, so you have nothing to pay. `}
        {detailsMissing ? 'There’s one thing left to do, on your own page: tell us about yourself.' : BOOTS}
      </Paragraph>
      <StayButton {...facts} />
      <NextSteps stay={facts} pay={[]} />
      {/* Anyone can type another person's address, so the e-mail explains what to do then. */}
      <Paragraph>
        Can’t come, or didn’t know about this? Just reply to this email, and we’ll take care of it.
      </Paragraph>
    </EventLetter>
  )
}
