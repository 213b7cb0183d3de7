/** `info-remind`: asks for the final details of a guest, or of the payer's companions. */
import { venue } from '#shared/venue.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { Fact, FactList } from '../../layout/fact-list.tsx'
import { LinksToPassOn } from '../../layout/links-to-pass-on.tsx'
import { COMPLETE_DETAILS, PageButton } from '../../layout/main-button.tsx'
import { LinkEnd, Paragraph } from '../../layout/text.tsx'
import {
  type DropReason,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
} from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { companionFacts, hasLinksToPassOn } from '../facts/party.ts'
import { arrivalLink, daysToStart, guestFacts, guestLinks, inDays } from '../facts/reservation.ts'
import { travelProblem } from '../still-wanted.ts'

export const infoRemind = reservationEmail({
  dropReason: (cause) => travelProblem(cause) ?? detailsProblem(cause),
  facts: factsOf,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview: ({ ownMissing }) =>
    ownMissing
      ? 'Five minutes on your own page: for the kitchen, and in case something happens.'
      : 'From the people coming with you: for the kitchen, and in case something happens.',
  Content: InfoRemind,
})

/**
 * Returns why the site drops the e-mail, or null. A payer also gets the e-mail if details of companions without an
 * address are missing (R39.4).
 */
const detailsProblem = ({ rows }: ReservationCause): DropReason | null =>
  rows.detailsMissing || hasLinksToPassOn(rows) ? null : 'details_given'

function factsOf(source: ReservationSource) {
  return {
    ...guestFacts(source),
    /** True if the guest's own details are missing. False if only details of companions are missing. */
    ownMissing: source.rows.detailsMissing,
    companions: companionFacts(source),
    daysLeft: daysToStart(source),
    links: guestLinks(source),
    arrival: arrivalLink(source),
  }
}

type Facts = ReturnType<typeof factsOf>

const opening = ({ ownMissing }: Facts) =>
  ownMissing ? 'We still need your details' : 'We still need details'

function InfoRemind(facts: Facts) {
  return (
    <EventLetter {...facts} kicker={opening(facts)} termsLink={facts.links.terms}>
      {facts.ownMissing ? <OwnDetails {...facts} /> : <OnlyCompanions {...facts} />}
    </EventLetter>
  )
}

const OwnDetails = ({ daysLeft, links, companions, arrival }: Facts) => (
  <>
    <Paragraph>
      You’ll be here {inDays(daysLeft)}, and we don’t know yet what you can’t eat and who to call. It takes
      five minutes on your own page. We delete your answers after the event.
    </Paragraph>
    <PageButton href={links.reservation}>{COMPLETE_DETAILS}</PageButton>
    <FactList>
      <Fact label="Kitchen">
        What you can’t eat. The nearest store is about {venue.groceryMinutes} minutes away, so the cook has to
        know before you come.
      </Fact>
      <Fact label="First aid">Your health, and who to call. We’re remote, so help takes time to arrive.</Fact>
      <Fact label="Safety">That you agree to our Terms of Stay. They are short and in plain language.</Fact>
      <Fact label="You">Where to reach you, and what to call you.</Fact>
    </FactList>
    <LinksToPassOn companions={companions} when="today" />
    {arrival !== null && (
      <Paragraph>
        If you already know, <LinkEnd href={arrival}>tell us when you’re coming</LinkEnd>
      </Paragraph>
    )}
  </>
)

const OnlyCompanions = ({ daysLeft, links, companions }: Facts) => (
  <>
    <Paragraph>You’ll be here {inDays(daysLeft)}. We have all we need from you, thank you.</Paragraph>
    <LinksToPassOn companions={companions} when="today" />
    <PageButton href={links.reservation}>See your stay</PageButton>
  </>
)
