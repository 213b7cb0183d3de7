/**
 * The page with an event's description, and the button that opens the sign-up form or the waitlist form
 * (R10.8).
 */
import { data, redirect, useNavigate } from 'react-router'
import { unlockEvent } from '#domain/events/contract/events.ts'
import { callContext } from '#app/server-context.ts'
import { useCardFormLink } from '#app/site.ts'
import type { PageHandle } from '#app/page-meta.ts'
import type { Route } from './+types/about-event'
import { eventMeta, EventPart } from './event.tsx'
import { EventDescription } from './event-body.tsx'
import { OtherEvents } from '../events/event-cards.tsx'

/**
 * Unlocks a private event by its password for a browser without JavaScript. The event's sign-up and waitlist
 * pages use this action too.
 */
export async function action({ context, params: { eventUrlName }, request }: Route.ActionArgs) {
  const password = (await request.formData()).get('password')
  const answer = await context.get(callContext)(unlockEvent, {
    body: { eventUrlName, password: typeof password === 'string' ? password : '' },
  })
  // This response only sets the cookie that unlocks the event. The page can show the event only to the next
  // request, so the browser is redirected.
  if (answer.ok) throw redirect(new URL(request.url).pathname, 303)
  return data({ refused: answer.message }, answer.status || 503)
}

export const handle: PageHandle = { cacheBy: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) => eventMeta(matches)

export default function AboutEventPage({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { reloadDocument } = useCardFormLink()
  // Keeps the scroll position when a form opens, because the form scrolls itself into view.
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
