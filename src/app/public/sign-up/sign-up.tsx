/** The page of an event's sign-up form and its confirmation. */
import { useState } from 'react'
import { Navigate, useNavigationType } from 'react-router'
import { isOpen } from '#app/public/sign-up/sign-up-machine.ts'
import { eventAction } from '#app/public/event/availability.tsx'
import type { PageHandle } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import type { Route } from './+types/sign-up'
import { eventMeta, EventPart, type OpenEventPage } from '../event/event.tsx'
import { usePageSignUp, SignUpSheet, ReservedSheet } from './sign-up-sheet.tsx'
import { ClosedForm } from './form-parts.tsx'

export { action } from '../event/about-event.tsx'

export const handle: PageHandle = { cacheBy: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) => eventMeta(matches, 'Sign up')

export default function SignUpPage({ actionData }: Route.ComponentProps) {
  return <EventPart answer={actionData}>{(page) => <SignUp {...page} />}</EventPart>
}

function SignUp({ event, others }: OpenEventPage) {
  const arrival = useNavigationType()
  const [another, setAnother] = useState(false)
  const action = eventAction(event)
  const signUp = usePageSignUp({ event, opensAtOnce: action === 'sign_up' })
  const { state } = signUp
  if (state.at === 'reserved') {
    const startOver = () => {
      setAnother(true)
      signUp.startOver()
    }
    return (
      <ReservedSheet event={event} done={state.done} onAnother={action === 'sign_up' ? startOver : null} />
    )
  }
  if (action === 'sign_up' || isOpen(state))
    return <SignUpSheet event={event} signUp={signUp} fresh={another || arrival !== 'POP'} onBack={null} />
  // Redirects to the waitlist if the event is full. An old link can lead to the sign-up form even then. A
  // guest who holds a spot keeps the form.
  if (action === 'waitlist' && state.at === 'reading')
    return <Navigate to={paths.joinWaitlist(event.urlName)} replace />
  return (
    <>
      <span data-hydrate />
      <ClosedForm event={event} others={others} />
    </>
  )
}
