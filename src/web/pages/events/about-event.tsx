/** What an event is about, and the button that opens its form (R10.8). */
import { useNavigate } from 'react-router'
import { useWayToPay } from '#web/site.ts'
import type { PageHandle } from '#web/page-meta.ts'
import type { Route } from './+types/about-event'
import { eventMeta, EventPart } from './event.tsx'
import { unlock } from './unlock-event.ts'
import { EventDescription } from './event-body.tsx'
import { OtherEvents } from './event-cards.tsx'

export const action = unlock

export const handle: PageHandle = { cacheBy: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) => eventMeta(matches)

export default function AboutEventPage({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { reloadDocument } = useWayToPay()
  // The form scrolls to its own place.
  const act = (to: string) =>
    reloadDocument ? location.assign(to) : void navigate(to, { preventScrollReset: true })
  return (
    <EventPart answer={actionData}>
      {({ event, others }) => (
        <>
          <EventDescription event={event} onAct={act} />
          <OtherEvents events={others} />
        </>
      )}
    </EventPart>
  )
}
