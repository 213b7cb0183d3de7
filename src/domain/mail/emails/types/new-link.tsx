/**
 * `new-link`: sends a guest the new link to their page, for example after an admin corrected the guest's address
 * (R44.8).
 */
import { EventLetter } from '../../layout/event-letter.tsx'
import { WhenAndWhere } from '../../layout/fact-list.tsx'
import { LinksToPassOn } from '../../layout/links-to-pass-on.tsx'
import { PageButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { upcomingFacts } from '../facts/reservation.ts'

const OPENING = 'Your new private link'

export const newLink = reservationEmail({
  /** The site sends this e-mail even after a cancellation, because the guest's page shows the refund. */
  dropReason: ({ rows: { reservation } }) =>
    reservation.status === 'confirmed' || reservation.status === 'cancelled' ? null : 'not_confirmed',
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: () => 'The link to your page is new. Older links no longer work.',
  Content: NewLink,
})

function factsOf(source: ReservationSource) {
  const { reservation, event } = source.rows
  return {
    ...upcomingFacts(source),
    ended: reservation.status === 'cancelled' || event.cancelledAt !== null,
  }
}

function NewLink(facts: ReturnType<typeof factsOf>) {
  const { event, ended, companions, links } = facts
  return (
    <EventLetter {...facts} kicker={OPENING} termsLink={links.terms}>
      <Paragraph>
        Your private page has a new link. Older links to it no longer work. We renew a link when an email
        address was wrong, or when someone else may have the old link.{' '}
        {ended ? 'Your stay is still canceled.' : 'Nothing else about your stay has changed.'}
      </Paragraph>
      <PageButton href={links.reservation}>See your stay</PageButton>
      {!ended && <WhenAndWhere event={event} />}
      <LinksToPassOn companions={companions} />
      <Paragraph>If this surprises you, just reply to this email.</Paragraph>
    </EventLetter>
  )
}
