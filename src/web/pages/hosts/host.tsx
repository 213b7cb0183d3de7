/** Kitchen sheet and roster through the link that an admin made for the event's host. */
import { data } from 'react-router'
import { getHostSheet } from '#features/hosts/contract.ts'
import { Sheet } from '#features/hosts/ui/sheet.tsx'
import { formatDay } from '#shared/days.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#web/server-context.ts'
import { PrintButton } from '#web/ui/print-button.tsx'
import { ErrorPage } from '../not-found/error-page.tsx'
import { PRIVATE } from '../private-headers.ts'
import type { Route } from './+types/host'
import './host.css'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getHostSheet, { query: { token: params.token } })
  if (found.ok) return data({ sheet: found.data }, { headers: PRIVATE })
  const gone = {
    heading: 'This link opens nothing any more.',
    text: `It works until the day after the event, or until the ranch ends it. Please write to ${venue.email} for another.`,
  }
  const words = found.status === 404 ? gone : { text: found.message }
  throw data(words, { status: found.status || 503, headers: PRIVATE })
}

/** An error boundary of the page's own, so that the headers below go with its errors as well. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export const meta: Route.MetaFunction = () => [
  { title: `Kitchen sheet & roster · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function HostPage({ loaderData: { sheet } }: Route.ComponentProps) {
  return (
    <div className="host-page">
      <Sheet
        sheet={sheet}
        actions={
          <>
            <PrintButton />
            <p className="note">
              For the host alone. This page’s address is the key to it, and opens it through{' '}
              {formatDay(sheet.lastDay)}.
            </p>
          </>
        }
      />
    </div>
  )
}
