/**
 * `pays-now`: informs a guest who has become the payer of the party, with all invoices and what is still open
 * (R39.9).
 */
import { isActive } from '#shared/reservation-status.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { CostPerGuest, OpenInvoices } from '../../layout/invoices.tsx'
import { LinksToPassOn } from '../../layout/links-to-pass-on.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { type UpcomingFacts, upcomingFacts } from '../facts/reservation.ts'

const opening = (facts: UpcomingFacts) => `You now pay ${isAlone(facts) ? 'for your stay' : 'for your party'}`

/** Returns true if everyone else in the party has canceled. */
const isAlone = ({ companions }: UpcomingFacts) => companions.length === 0

export const paysNow = reservationEmail({
  /** The site sends this e-mail for a hold, too, because the new payer must pay before the hold ends. */
  dropReason({ rows: { reservation, event } }) {
    if (!isActive(reservation.status)) return 'not_standing'
    if (event.cancelledAt !== null) return 'event_cancelled'
    return reservation.partyId === reservation.id ? null : 'not_payer'
  },
  facts: upcomingFacts,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview: (facts) => `You now pay ${isAlone(facts) ? 'for your own stay' : EVERYONE}.`,
  Content: PaysNow,
})

const EVERYONE = 'for everyone in your party'

const newPayerWords = (facts: UpcomingFacts) =>
  isAlone(facts)
    ? 'Nobody else in your party is coming now, so you pay for your own stay.'
    : `You now pay ${EVERYONE}.`

function PaysNow(facts: UpcomingFacts) {
  const { open, companions, links } = facts
  return (
    <EventLetter {...facts} kicker={opening(facts)} hello="Hello" termsLink={links.terms}>
      <Paragraph>
        {newPayerWords(facts)} All invoices are in your name now, including those already paid. What someone
        else paid still counts, so you don’t pay it again.{' '}
        {open.length === 0 ? 'Nothing is left to pay.' : 'This is still due:'}
      </Paragraph>
      <OpenInvoices open={open} />
      <StayButton {...facts} />
      <CostPerGuest {...facts} />
      <LinksToPassOn companions={companions} />
      <Paragraph>Didn’t agree to this? Just reply to this email, and we’ll make it right.</Paragraph>
    </EventLetter>
  )
}
