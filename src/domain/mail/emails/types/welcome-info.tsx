/**
 * `welcome-info`: tells a guest everything that is needed for the trip, and what the guest still has to do, such as
 * missing details.
 */
import { oneLine } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { Fact, FactList, PhoneFact, WithAndWhereFacts } from '../../layout/fact-list.tsx'
import { StayMoney } from '../../layout/invoices.tsx'
import { LinksToPassOn } from '../../layout/links-to-pass-on.tsx'
import { StayButton } from '../../layout/main-button.tsx'
import { detailSteps, paySteps, SAVE_THE_DATES } from '../../layout/next-steps.tsx'
import { OurPromise } from '../../layout/our-promise.tsx'
import { type Step, Steps } from '../../layout/steps.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { duePhrase } from '../facts/invoices.ts'
import { arrivalLink, datedFacts, daysToStart, inDays, moneyFacts } from '../facts/reservation.ts'
import { travelProblem } from '../still-wanted.ts'

export const welcomeInfo = reservationEmail({
  dropReason: travelProblem,
  facts: factsOf,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview,
  Content: WelcomeInfo,
  attachesDates: () => true,
  showsMoney: true,
})

function factsOf(source: ReservationSource) {
  const { event } = source.rows
  return {
    ...datedFacts(source),
    ...moneyFacts(source),
    daysLeft: daysToStart(source),
    hostCell: oneLine(event.hostCell),
    arrival: arrivalLink(source),
  }
}

type Facts = ReturnType<typeof factsOf>

const opening = ({ daysLeft }: Facts) => `See you ${inDays(daysLeft)}`

function preview({ detailsMissing, open }: Facts): string {
  const [next] = open
  const details = detailsMissing ? ['Your details are still missing.'] : []
  const due = next ? [`${duePhrase(next)}.`] : []
  return [...details, ...due, 'Directions, packing list, the host’s phone.'].join(' ')
}

function WelcomeInfo(facts: Facts) {
  const { open, event, arrive, leave, hostCell, daysLeft, detailsMissing, companions, links } = facts
  return (
    <EventLetter {...facts} kicker={opening(facts)} termsLink={links.terms}>
      <Paragraph>
        You’ll be here {inDays(daysLeft)}. Here’s what you need for the road, and what to bring.
      </Paragraph>
      <FactList>
        <Fact label="Arrive">{arrive}</Fact>
        <Fact label="Leave">{leave}</Fact>
        <WithAndWhereFacts {...event} />
        <PhoneFact label="Host’s phone" phone={hostCell} />
      </FactList>
      {/* Explains why the details are needed, because no later e-mail asks for them. */}
      {detailsMissing && (
        <Paragraph>
          We still need your details, and soon. The kitchen needs to know what you can’t eat. Help takes time
          to arrive, so we need to know who to call. We delete your details after the event.
        </Paragraph>
      )}
      {open.length > 0 && <StayMoney stay={facts} />}
      <StayButton {...facts} />
      <LinksToPassOn companions={companions} when="today" />
      <Steps
        title="Before you set out"
        steps={[
          ...detailSteps(facts),
          ...arrivalSteps(facts),
          ...paySteps(open, 'what’s due'),
          ...roadSteps(facts),
          SAVE_THE_DATES,
        ]}
      />
      <OurPromise />
    </EventLetter>
  )
}

function arrivalSteps({ arrival }: Facts): Step[] {
  if (arrival === null) return []
  const text = 'The day, the hour, and whether you drive. We look out for you where phones have no signal.'
  return [{ title: 'Tell us when you’re coming', text, link: { label: 'When you’re coming', href: arrival } }]
}

const roadSteps = ({ links, hostCell }: Facts): Step[] => [
  {
    title: 'Save the directions',
    text: `The last ${venue.dirtRoadMiles} miles are dirt road, and your phone has no signal there. Open the directions page before you set out, so that your phone can save it. To see the road in your map app, download the map file on that page.`,
    link: { label: 'Directions', href: links.directions },
  },
  { title: 'Pack', text: venue.packingNote, link: { label: 'Packing list', href: links.packingList } },
  { title: 'Call if you are late or lost', text: `${hostCell}, while you still have a signal.` },
]
