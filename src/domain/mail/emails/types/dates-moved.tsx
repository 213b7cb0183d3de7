/** `dates-moved`: informs guests of an event's new days, and of what changes for them. */
import { ArriveAndLeave } from '../../layout/fact-list.tsx'
import { EventLetter } from '../../layout/event-letter.tsx'
import { OpenInvoices } from '../../layout/invoices.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { yourSpots } from '../facts/party.ts'
import { type DatedFacts, datedFacts } from '../facts/reservation.ts'
import { travelProblem } from '../still-wanted.ts'

export const datesMoved = reservationEmail({
  dropReason: travelProblem,
  facts: datedFacts,
  subject: ({ event }) => eventSubject('New dates', event),
  preview: (facts) => `We had to move this retreat. ${yourSpots(facts, 'Your')} still yours.`,
  Content: DatesMoved,
  attachesDates: () => true,
})

function DatesMoved(facts: DatedFacts) {
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
        {open.length > 0 && ' This is still unpaid, with the day on which it’s due now:'}
      </Paragraph>
      <OpenInvoices open={open} />
      <StayButton {...facts} />
      <Paragraph>
        If you can’t come on the new dates, reply to this email, and we’ll work something out.
      </Paragraph>
    </EventLetter>
  )
}
