/** Everything that is stored about a guest, to read and to print. The same as the file, in words. */
import { data, Link } from 'react-router'
import { exportReservation } from '#features/privacy/contract.ts'
import { formatDayLong, formatDayRange, ranchDay } from '#shared/days.ts'
import { LinkButton } from '#ui/button.tsx'
import { venue } from '#shared/venue.ts'
import { paths } from '#web/paths.ts'
import { callContext } from '#web/server-context.ts'
import { Paper } from '#web/ui/paper.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { ErrorPage } from '#web/pages/not-found/error-page.tsx'
import { PRIVATE } from '#web/pages/private-headers.ts'
import { gone } from '../gone.ts'
import type { Route } from './+types/stored'
import { History, Mails, Money } from './lists.tsx'
import { Facts } from './facts.tsx'
import { cancellationFacts, consentFacts, guestFacts, stayFacts, waitlistFacts } from './words.ts'
import './stored.css'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { uuid } = params
  const found = await context.get(callContext)(exportReservation, { query: { uuid } })
  if (found.ok) return data({ stored: found.data, uuid }, { headers: PRIVATE })
  throw gone(found, PURGED)
}

const PURGED = {
  heading: 'There is nothing left to show.',
  text: 'We have deleted what you told us, as promised. Come back some time.',
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export const meta: Route.MetaFunction = () => [
  { title: `Your data · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function DataPage({ loaderData: { stored, uuid } }: Route.ComponentProps) {
  const { event, deletedOn, at, cancellation, waitlist } = stored
  return (
    <>
      <header className="stored-head column">
        <p className="eyebrow">
          {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}
        </p>
        <h1>What we know about you</h1>
      </header>
      <Paper className="stored">
        <p>
          This is everything that we have stored about your stay, as of{' '}
          {formatDayLong(ranchDay(new Date(at)))}. On {formatDayLong(deletedOn)} it is deleted by itself, but
          for amounts and dates, which name nobody.
        </p>
        <p className="button-row">
          <PrintButton />
          <LinkButton to={paths.exportReservation(uuid)} look="plain" download>
            Download it (JSON)
          </LinkButton>
        </p>
        <Facts title="You" facts={guestFacts(stored)} />
        <Facts title="Your stay" facts={stayFacts(stored)} />
        <Facts title="What you agreed to" facts={consentFacts(stored)} />
        {waitlist && <Facts title="The waitlist" facts={waitlistFacts(waitlist)} />}
        {cancellation && <Facts title="How it was cancelled" facts={cancellationFacts(cancellation)} />}
        <Money stored={stored} />
        <Mails mails={stored.mails} />
        <History history={stored.history} />
        <p className="more">
          <Link to={paths.completeReservation(uuid)}>Back to your stay</Link>
        </p>
      </Paper>
    </>
  )
}
