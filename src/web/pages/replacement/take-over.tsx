/** Somebody books the spot of a guest who cannot come, by the link that the guest has made. */
import { useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { getTakeOver } from '#features/booking/contract/replacement.ts'
import { isOpen } from '#features/booking/ui/guest/sign-up-machine.ts'
import { useSignUp } from '#features/booking/ui/guest/use-sign-up.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#web/server-context.ts'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { EventScene } from '../events/event-body.tsx'
import { ReservedSheet } from '../events/reserved-sheet.tsx'
import { SignUpSheet } from '../events/sign-up-sheet.tsx'
import { ErrorPage } from '../not-found/error-page.tsx'
import { PRIVATE, privateError, privateHeaders, privateMeta } from '../private-page.ts'
import { useSite } from '#web/site.ts'
import type { Route } from './+types/take-over'
import { PassedOnSpot } from './passed-on-spot.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  const found = await context.get(callContext)(getTakeOver, { query: { token } })
  if (found.ok) return data({ ...found.data, token }, { headers: PRIVATE })
  const unknown = {
    heading: 'This link is not known.',
    text: `Please check that it is complete. If it is, ask whoever sent it to you, or write to ${venue.email}.`,
  }
  throw privateError(found, { 404: unknown })
}

export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(loaderData?.event.name ?? 'A spot passed on')

export default function TakeOverPage({ loaderData: { event, state: how, token } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const site = useSite()
  const signUp = useSignUp({
    event,
    link: { replacement: token },
    keepsCards: site?.payments.keepsCards ?? false,
    onStale: () => void revalidate(),
  })
  const { state } = signUp
  const [booking, setBooking] = useState(false)
  const keepFocus = useFocusKept('main')
  return (
    <>
      <EventScene event={event} />
      {/* A form, or the way to one: React starts at once. */}
      <span data-hydrate />
      {state.at === 'reserved' ? (
        <ReservedSheet event={event} done={state.done} onAnother={null} />
      ) : isOpen(state) ? (
        <SignUpSheet
          event={event}
          signUp={signUp}
          most={0}
          fresh={booking}
          onBack={() => {
            keepFocus()
            signUp.close()
          }}
        />
      ) : (
        <PassedOnSpot
          event={event}
          state={how}
          onBook={() => {
            setBooking(true)
            signUp.open()
          }}
          onLookAgain={() => void revalidate()}
        />
      )}
    </>
  )
}
