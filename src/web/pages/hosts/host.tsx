/** Kitchen sheet and roster through the link that an admin made for the event's host. */
import { data } from 'react-router'
import { getHostSheet } from '#features/hosts/contract.ts'
import { cutSheet } from '#features/hosts/rules.ts'
import { Sheet } from '#features/hosts/ui/sheet.tsx'
import { formatDay } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#web/server-context.ts'
import { ErrorPage } from '../error-page.tsx'
import { PRIVATE, privateError, privateHeaders, privateMeta } from '../private-page.ts'
import type { Route } from './+types/host'
import './host.css'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getHostSheet, { query: { token: params.token } })
  if (found.ok) {
    const sheet = cutSheet(found.data, url.searchParams.get('guests') === 'all')
    return data({ sheet }, { headers: PRIVATE })
  }
  const gone = {
    heading: 'This link no longer works.',
    text: `Such a link works until the day after the event, or until the ranch ends it. Please write to ${venue.email} for another.`,
  }
  throw privateError(found, { 404: gone })
}

export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = () => privateMeta('Kitchen sheet & roster')

export default function HostPage({ loaderData: { sheet }, params: { token } }: Route.ComponentProps) {
  return (
    <div className="host-page">
      {/* Ticks that a phone without a signal has kept are sent as soon as the page is there. */}
      <span data-hydrate />
      <Sheet
        sheet={sheet}
        whole="?guests=all"
        token={token}
        actions={
          <p className="note">
            For the host only. Anyone with this link can open the page through {formatDay(sheet.lastDay)}.
          </p>
        }
      />
    </div>
  )
}
