/** `choices-changed`: lists a guest's changed choices and what the stay costs now (R37.7). */
import { EventLetter } from '../../layout/event-letter.tsx'
import { Fact, FactList, WhenFact } from '../../layout/fact-list.tsx'
import { PaidAndOpen } from '../../layout/invoices.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { NotWanted, Paragraph } from '../../layout/text.tsx'
import { reservationEmail } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { type PricedFacts, pricedFacts } from '../facts/reservation.ts'
import { upcomingProblem } from '../still-wanted.ts'

const OPENING = 'Your choices'

export const choicesChanged = reservationEmail({
  dropReason: upcomingProblem,
  facts: pricedFacts,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: () => 'Your choices for your stay have changed.',
  Content: ChoicesChanged,
})

function ChoicesChanged(facts: PricedFacts) {
  const { event, choices, links } = facts
  return (
    <EventLetter {...facts} kicker={OPENING} hello="Hello" termsLink={links.terms}>
      <Paragraph>
        Your choices have changed. Here’s what you have chosen for your stay now, and what it costs.
      </Paragraph>
      <FactList>
        <WhenFact {...event} />
        <Fact label="You chose">{choices.join(', ') || 'Nothing extra'}</Fact>
      </FactList>
      <PaidAndOpen {...facts} />
      <StayButton {...facts} />
      <NotWanted />
    </EventLetter>
  )
}
