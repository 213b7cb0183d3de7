/** `choices-changed`: lists a guest's changed choices and what the stay costs now (R37.7). */
import { EventLetter } from '../../layout/event-letter.tsx'
import { Fact, FactList, WhenFact } from '../../layout/fact-list.tsx'
import { StayMoney } from '../../layout/invoices.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { NotWanted, Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { pricedFacts } from '../facts/reservation.ts'
import { upcomingProblem } from '../still-wanted.ts'

const OPENING = 'Your choices'

export const choicesChanged = reservationEmail({
  dropReason: upcomingProblem,
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: (facts) => `${changed(facts)}.`,
  Content: ChoicesChanged,
  showsMoney: true,
})

/** `byGuest` is true if the guest made the change, false if an admin did, and null if the site no longer knows. */
function factsOf(source: ReservationSource) {
  return { ...pricedFacts(source), byGuest: source.rows.choicesByGuest }
}

type Facts = ReturnType<typeof factsOf>

function changed({ byGuest }: Facts): string {
  if (byGuest === null) return 'The choices for your stay have changed'
  return byGuest ? 'You changed your choices for your stay' : 'We changed the choices for your stay'
}

function ChoicesChanged(facts: Facts) {
  const { event, choices, totalDue, byGuest, links } = facts
  return (
    <EventLetter {...facts} kicker={OPENING} hello="Hello" termsLink={links.terms}>
      <Paragraph>
        {changed(facts)}. Here’s what is chosen now, and what the stay costs.
        {choices.length > 0 && totalDue > 0 && ' The total includes the choices.'}
      </Paragraph>
      <FactList>
        <WhenFact {...event} />
        <Fact label={byGuest ? 'You chose' : 'Chosen now'}>{choices.join(', ') || 'Nothing extra'}</Fact>
      </FactList>
      <StayMoney stay={facts} />
      <StayButton {...facts} />
      <NotWanted />
    </EventLetter>
  )
}
