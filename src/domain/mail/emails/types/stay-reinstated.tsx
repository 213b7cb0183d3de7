/** `stay-reinstated`: informs a guest that their cancellation was undone (R30.6). */
import { formatMoney } from '#shared/money.ts'
import { ArriveAndLeave } from '../../layout/fact-list.tsx'
import { EventLetter } from '../../layout/event-letter.tsx'
import { StayMoney, WHAT_IS_LEFT } from '../../layout/invoices.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { NotWanted, Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { datedFacts, moneyFacts } from '../facts/reservation.ts'
import { travelProblem } from '../still-wanted.ts'

const OPENING = 'Your stay is on again'

function factsOf(source: ReservationSource) {
  /** `cardForgotten` is true if the cancellation deleted the card that was saved for the remainder (R42). */
  return {
    ...datedFacts(source),
    ...moneyFacts(source),
    cardForgotten: source.rows.cardForgotten,
  }
}

export const stayReinstated = reservationEmail({
  dropReason: travelProblem,
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: () => 'We undid the cancellation. Your spot is yours again.',
  Content: StayReinstated,
  attachesDates: () => true,
  showsMoney: true,
})

function StayReinstated(facts: ReturnType<typeof factsOf>) {
  const { open, totalPaid, cardForgotten, links } = facts
  const isPaid = open.length === 0
  return (
    <EventLetter {...facts} kicker={OPENING} hello="Hello" termsLink={links.terms}>
      <Paragraph>
        We undid the cancellation of your stay. Your spot is yours again
        {totalPaid > 0 ? `, and the ${formatMoney(totalPaid)} that you paid still counts.` : '.'}
      </Paragraph>
      <ArriveAndLeave {...facts} />
      {!isPaid && <Paragraph>{WHAT_IS_LEFT}</Paragraph>}
      {open.length > 0 && <StayMoney stay={facts} />}
      {!isPaid && cardForgotten && (
        <Paragraph>Your card is no longer saved, so please pay the remainder on your page.</Paragraph>
      )}
      <StayButton {...facts} />
      <NotWanted />
    </EventLetter>
  )
}
