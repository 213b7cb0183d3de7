/** `dates-moved`: informs guests of an event's new days, and of what changes for them. */
import { ArriveAndLeave } from '../../layout/fact-list.tsx'
import { EventLetter } from '../../layout/event-letter.tsx'
import { StayMoney } from '../../layout/invoices.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { yourSpots } from '../facts/party.ts'
import { datedFacts, moneyFacts } from '../facts/reservation.ts'
import { travelProblem } from '../still-wanted.ts'

const factsOf = (source: ReservationSource) => ({ ...datedFacts(source), ...moneyFacts(source) })

export const datesMoved = reservationEmail({
  dropReason: travelProblem,
  facts: factsOf,
  subject: ({ event }) => eventSubject('New dates', event),
  preview: (facts) => `We had to move this retreat. ${yourSpots(facts, 'Your')} still yours.`,
  Content: DatesMoved,
  attachesDates: () => true,
  showsMoney: true,
})

function DatesMoved(facts: ReturnType<typeof factsOf>) {
  const { open, links } = facts
  return (
    <EventLetter {...facts} kicker="The dates have changed" hello="Hello" termsLink={links.terms}>
      <Paragraph>
        We had to move this retreat to new dates. {yourSpots(facts, 'Your')} still yours, and everything you
        paid still counts.
      </Paragraph>
      <ArriveAndLeave {...facts} />
      <Paragraph>
        The calendar file in this email has the new dates. If your calendar still shows this retreat on other
        days, please delete the old ones.
        {open.length > 0 && ' Here’s what’s paid, and what’s still to pay on which day now:'}
      </Paragraph>
      {open.length > 0 && <StayMoney stay={facts} />}
      <StayButton {...facts} />
      <Paragraph>
        If you can’t come on the new dates, reply to this email, and we’ll work something out.
      </Paragraph>
    </EventLetter>
  )
}
