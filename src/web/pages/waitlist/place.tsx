/** Where somebody who joined a waitlist confirms the address, by the link of the mail (docs/decisions/0049). */
import { data } from 'react-router'
import { confirmPlace, getPlace, leaveQueue } from '#features/waitlist/contract/entries.ts'
import { formatDayRange } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#web/server-context.ts'
import { Paper } from '#ui/paper.tsx'
import { Scene } from '#ui/scene.tsx'
import { ErrorPage } from '../not-found/error-page.tsx'
import { PRIVATE, privateError, privateMeta, PURGED } from '../private-page.ts'
import type { Route } from './+types/place'
import { ConfirmPlace } from './confirm-place.tsx'
import { LEAVE } from './leave-queue.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  const found = await context.get(callContext)(getPlace, { query: { token } })
  if (found.ok) return data({ token, place: found.data }, { headers: PRIVATE })
  throw privateError(found, GONE)
}

/** The plain forms of a browser without JavaScript: one takes the place, one leaves the waitlist. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const order = { body: { token: params.token } }
  const leaves = (await request.formData()).get('do') === LEAVE
  const done = await call(leaves ? leaveQueue : confirmPlace, order)
  const refused = done.ok ? null : done.message
  return data({ refused }, { status: done.ok ? 200 : done.status || 503, headers: PRIVATE })
}

const GONE = {
  404: {
    heading: 'Nothing is behind this link',
    text: `Whoever leaves a waitlist is deleted from it at once, and a place that is not confirmed after a week. If that was not you, check that the link is complete, as in your email, or write to ${venue.email}.`,
  },
  410: PURGED,
}

export const ErrorBoundary = ErrorPage

export function headers({ actionHeaders, loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  if (errorHeaders) return errorHeaders
  return actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders
}

export const meta: Route.MetaFunction = () => privateMeta('Your place in line')

export default function PlacePage({ loaderData: { token, place }, actionData }: Route.ComponentProps) {
  const { event } = place
  return (
    <>
      <Scene picture={event.mainImage ?? 'road'} light>
        <h1>Your place in line.</h1>
        <p>
          {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}
        </p>
      </Scene>
      <Paper over>
        <ConfirmPlace token={token} known={place} refusedBefore={actionData?.refused ?? null} />
      </Paper>
    </>
  )
}
