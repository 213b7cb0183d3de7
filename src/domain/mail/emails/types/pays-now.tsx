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

const OPENING = 'You now pay for your party'

export const paysNow = reservationEmail({
  /** The site sends this e-mail for a hold, too, because the new payer must pay before the hold ends. */
  dropReason({ rows: { reservation, event } }) {
    if (!isActive(reservation.status)) return 'not_standing'
    if (event.cancelledAt !== null) return 'event_cancelled'
    return reservation.partyId === reservation.id ? null : 'not_payer'
  },
  facts: upcomingFacts,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: (facts) => `You now pay ${forWhom(facts)}.`,
  Content: PaysNow,
})

const forWhom = ({ companions }: UpcomingFacts) =>
  companions.length === 0 ? 'for your party' : 'for everyone in your party'

function PaysNow(facts: UpcomingFacts) {
  const { open, companions, links } = facts
  return (
    <EventLetter {...facts} kicker={OPENING} hello="Hello" termsLink={links.terms}>
      <Paragraph>
        You now pay {forWhom(facts)}. All invoices are in your name now, including those already paid. What
        someone else paid stays paid. {open.length === 0 ? 'Nothing is left to pay.' : 'This is still due:'}
      </Paragraph>
      <OpenInvoices open={open} />
      <StayButton {...facts} />
      <CostPerGuest {...facts} />
      <LinksToPassOn companions={companions} />
      <Paragraph>Didn’t agree to this? Just reply to this email, and we’ll make it right.</Paragraph>
    </EventLetter>
  )
}
