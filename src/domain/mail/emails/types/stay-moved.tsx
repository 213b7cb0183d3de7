/**
 * `stay-moved`: informs a guest whom an admin moved to another event, and of what changes in the payments (R30.4).
 */
import { formatDayRange } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { ArriveAndLeave } from '../../layout/fact-list.tsx'
import { EventLetter } from '../../layout/event-letter.tsx'
import { StayMoney, WHAT_IS_LEFT } from '../../layout/invoices.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { NotWanted, Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventFacts, eventSubject } from '../facts/event.ts'
import { datedFacts, moneyFacts } from '../facts/reservation.ts'
import { travelProblem } from '../still-wanted.ts'

export const stayMoved = reservationEmail({
  dropReason: travelProblem,
  facts: factsOf,
  subject: ({ event }) => eventSubject('Your stay has moved to', event),
  preview: () => 'Your spot at this retreat is yours.',
  Content: StayMoved,
  attachesDates: () => true,
  showsMoney: true,
})

function factsOf(source: ReservationSource) {
  const { movedFrom } = source.rows
  return {
    ...datedFacts(source),
    ...moneyFacts(source),
    credit: source.money.credit,
    /** The event from which the admin moved the stay. Null if that event was deleted since. */
    from: movedFrom && { ...eventFacts({ ...movedFrom, host: null }), hasOptions: movedFrom.hasOptions },
  }
}

type Facts = ReturnType<typeof factsOf>

function StayMoved(facts: Facts) {
  const { event, from, open, links } = facts
  const money = moneyWords(facts)
  return (
    <EventLetter {...facts} kicker="You are coming to" hello="Hello" termsLink={links.terms}>
      <Paragraph>
        We have moved your stay
        {from
          ? ` from ${from.name} (${formatDayRange(from.startDateDate, from.endDateDate)})`
          : ' from another retreat'}{' '}
        to {event.name}, and your spot is yours.
      </Paragraph>
      <ArriveAndLeave {...facts} />
      <Paragraph>The calendar file in this email has the new dates. Please delete the old ones.</Paragraph>
      {from?.hasOptions && (
        <Paragraph>
          If you had chosen lodging or extras, those choices didn’t move along. To choose again, just reply to
          this email.
        </Paragraph>
      )}
      {money !== '' && <Paragraph>{money}</Paragraph>}
      {open.length > 0 && <StayMoney stay={facts} />}
      <StayButton {...facts} />
      <NotWanted />
    </EventLetter>
  )
}

function moneyWords({ totalPaid, totalDue, credit, open }: Facts): string {
  const counts = totalPaid > 0 ? `The ${formatMoney(totalPaid)} that you paid counts for this stay.` : ''
  if (open.length > 0) return `${counts} ${WHAT_IS_LEFT}`.trim()
  const more =
    credit > 0
      ? ` That’s ${formatMoney(credit)} more than it costs. We’ll be in touch about the difference.`
      : ''
  if (counts !== '') return `${counts}${more}`
  return totalDue > 0 ? `Your stay costs ${formatMoney(totalDue)}. Nothing is due now.` : ''
}
