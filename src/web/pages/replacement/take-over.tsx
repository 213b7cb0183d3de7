/** Somebody books the spot of a guest who cannot come, by the link that the guest has made. */
import { data, useRevalidator } from 'react-router'
import { getTakeOver } from '#features/booking/contract/replacement.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#web/server-context.ts'
import { EventScene } from '../events/event-body.tsx'
import { LinkedSignUp } from '../events/linked-sign-up.tsx'
import { ErrorPage } from '../not-found/error-page.tsx'
import { PRIVATE, privateError, privateHeaders, privateMeta } from '../private-page.ts'
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

export default function TakeOverPage({ loaderData: { event, state, token } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <EventScene event={event} />
      {/* A form, or the way to one: React starts at once. */}
      <span data-hydrate />
      <LinkedSignUp event={event} link={{ replacement: token }} most={0}>
        {(book) => (
          <PassedOnSpot event={event} state={state} onBook={book} onLookAgain={() => void revalidate()} />
        )}
      </LinkedSignUp>
    </>
  )
}
