import { useEffect } from 'react'
import { useNavigate, useNavigationType, useRevalidator } from 'react-router'
import { eventAction } from '#app/public/event/availability.tsx'
import { forgetJoined, WaitlistForm } from '#app/public/waitlist/waitlist-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { PageHandle } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import type { Route } from './+types/join-waitlist'
import { ClosedForm, FORM_HEADING, FormHead } from '../sign-up/form-parts.tsx'
import { eventMeta, EventPart, type OpenEventPage } from '../event/event.tsx'

export { action } from '../event/about-event.tsx'

export const handle: PageHandle = { cacheBy: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) => eventMeta(matches, 'Join the waitlist')

export default function JoinWaitlistPage({ actionData }: Route.ComponentProps) {
  return <EventPart answer={actionData}>{(page) => <JoinWaitlist {...page} />}</EventPart>
}

function JoinWaitlist({ event, others }: OpenEventPage) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const arrival = useNavigationType()
  // Deletes the confirmation of the waitlist entry when the guest leaves the page. The form is then empty for
  // the next guest.
  useEffect(() => () => forgetJoined(event.id), [event.id])
  if (eventAction(event) !== 'waitlist') return <ClosedForm event={event} others={others} />
  const signUp = async () => {
    await revalidate()
    await navigate(paths.signUp(event.urlName))
  }
  return (
    <Panel over labelledBy={FORM_HEADING}>
      <FormHead title="Join the waitlist" event={event} fresh={arrival !== 'POP'} onBack={null}>
        It’s free, and you can say no later.
      </FormHead>
      <WaitlistForm eventId={event.id} spots={event.spots} onSpotFree={() => void signUp()} />
    </Panel>
  )
}
