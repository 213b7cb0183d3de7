/**
 * The page with an event's kitchen sheet (what cook and host must know about the guests) and roster for the
 * host. A host opens it by a link that an admin created, without signing in.
 */
import { data } from 'react-router'
import { getHostSheet } from '#domain/guests/hosts/contract.ts'
import { limitSheet } from '#domain/guests/hosts/rules.ts'
import { HostSheet } from '#app/host/host-sheet.tsx'
import { formatDay } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#app/server-context.ts'
import { ErrorPage } from '../error-page.tsx'
import { PRIVATE, privateDataOf, privateHeaders, privateMeta } from '../private-page.ts'
import type { Route } from './+types/host'
import { Text } from '#app/ui/text.tsx'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getHostSheet, { query: { token: params.token } })
  const whole = privateDataOf(found, GONE)
  return data({ sheet: limitSheet(whole, url.searchParams.get('guests') === 'all') }, { headers: PRIVATE })
}

const GONE = {
  404: {
    heading: 'This link no longer works.',
    text: `These links work until the day after the retreat, or until the ranch ends them. Please write to ${venue.email} for a new one.`,
  },
}

export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = () => privateMeta('Kitchen sheet & roster')

export default function HostPage({ loaderData: { sheet }, params: { token } }: Route.ComponentProps) {
  return (
    <div className="host-page">
      {/* Starts React immediately, because React sends the arrivals that the phone saved without a signal. */}
      <span data-hydrate />
      <HostSheet
        sheet={sheet}
        whole="?guests=all"
        token={token}
        actions={
          <p className="note">
            <Text>
              For the host only. Anyone with this link can open the page through {formatDay(sheet.lastDay)}.
            </Text>
          </p>
        }
      />
    </div>
  )
}
