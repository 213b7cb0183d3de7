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
    text: 'It is yours. The link to your private page is in the email that confirmed it.',
  },
  declined: {
    tone: 'good',
    title: 'You declined this spot.',
    text: 'Thank you for telling us, so that the spot can go to somebody else. You are welcome to join the line again: your email has the link to your place.',
  },
  lapsed: {
    tone: 'warn',
    title: 'This offer has run out.',
    text: 'The spot went to the next in line. If you still want to come, join the line again: your email has the link to your place.',
  },
  withdrawn: {
    tone: 'warn',
    title: 'This offer is no longer valid.',
    text: 'Plans have changed, and the spot is not free after all. We are sorry. If it surprises you, write to us.',
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

/** Renders links to other pages, for a guest who can do nothing on this page. */
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
