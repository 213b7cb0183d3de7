import type { EventDetails } from '#domain/events/contract/events.ts'
import type { Offer } from '#domain/booking/waitlist/contract/offers.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { paths } from '#app/paths.ts'
import { Panel } from '#app/ui/panel.tsx'

type Over = Exclude<Offer['state'], 'open'>

const WORDS: Record<Over, { tone: 'good' | 'warn'; title: string; text: string }> = {
  accepted: {
    tone: 'good',
    title: 'You took this spot.',
    text: 'It’s yours. The email that confirmed it has the link to your private page.',
  },
  declined: {
    tone: 'good',
    title: 'You declined this spot.',
    text: 'Thank you for letting us know. The spot can go to someone else now. You’re welcome to rejoin the waitlist with the link in your email.',
  },
  lapsed: {
    tone: 'warn',
    title: 'This offer has expired.',
    text: 'The spot went to the next person on the waitlist. Still want to come? Rejoin the waitlist with the link in your email.',
  },
  withdrawn: {
    tone: 'warn',
    title: 'This offer is no longer valid.',
    text: 'We’re sorry: plans have changed, and the spot isn’t free after all. If that surprises you, please write to us.',
  },
}

export function OfferOver({ state, event }: { state: Over; event: EventDetails }) {
  const { tone, title, text } = WORDS[state]
  return (
    <Panel over>
      <Alert tone={tone} title={title} text={text} />
      <Onward event={event} />
    </Panel>
  )
}

/** Renders links to other pages, for a guest whose waitlist offer is no longer open. */
export function Onward({ event }: { event: Pick<EventDetails, 'private' | 'hasHappened' | 'urlName'> }) {
  return (
    <p className="button-row">
      {!event.private && !event.hasHappened && (
        <LinkButton to={paths.event(event.urlName)} look="plain">
          See the event
        </LinkButton>
      )}
      <LinkButton to={paths.events} look="plain">
        All events
      </LinkButton>
    </p>
  )
}
