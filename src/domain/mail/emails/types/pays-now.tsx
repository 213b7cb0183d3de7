/**
 * `pays-now`: informs a guest who has become the payer of the party, with all invoices and what is still open
 * (R39.9).
 */
import { isActive } from '#shared/reservation-status.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { WhenAndWhere } from '../../layout/fact-list.tsx'
import { StayMoney } from '../../layout/invoices.tsx'
import { LinksToPassOn } from '../../layout/links-to-pass-on.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { type PricedFacts, pricedFacts } from '../facts/reservation.ts'

const opening = (facts: PricedFacts) => `You now pay ${isAlone(facts) ? 'for your stay' : 'for your party'}`

/** Returns true if everyone else in the party has canceled. */
const isAlone = ({ companions }: PricedFacts) => companions.length === 0

export const paysNow = reservationEmail({
  /** The site sends this e-mail for a hold, too, because the new payer must pay before the hold ends. */
  dropReason({ rows: { reservation, event } }) {
    if (!isActive(reservation.status)) return 'not_standing'
    if (event.cancelledAt !== null) return 'event_cancelled'
    return reservation.partyId === reservation.id ? null : 'not_payer'
  },
  facts: pricedFacts,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview: (facts) => `You now pay ${isAlone(facts) ? 'for your own stay' : EVERYONE}.`,
  Content: PaysNow,
  showsMoney: true,
})

const EVERYONE = 'for everyone in your party'

const newPayerWords = (facts: PricedFacts) =>
  isAlone(facts)
    ? 'Nobody else in your party is coming now, so you pay for your own stay.'
    : `You now pay ${EVERYONE}.`

function PaysNow(facts: PricedFacts) {
  const { open, companions, links, totalDue } = facts
  return (
    <EventLetter {...facts} kicker={opening(facts)} hello="Hello" termsLink={links.terms}>
      <Paragraph>
        {newPayerWords(facts)} All invoices are in your name now, including those already paid. What someone
        else paid still counts, so you don’t pay it again.{' '}
        {open.length === 0
          ? 'Nothing is left to pay.'
          : 'Here’s what it costs, what’s paid, and what’s still to pay:'}
      </Paragraph>
      {(totalDue !== 0 || open.length > 0) && <StayMoney stay={facts} />}
      <StayButton {...facts} />
      <WhenAndWhere {...facts} />
      <LinksToPassOn companions={companions} />
      <Paragraph>Didn’t agree to this? Just reply to this email, and we’ll make it right.</Paragraph>
    </EventLetter>
  )
}
