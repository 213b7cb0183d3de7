/** The page with the list of events (R10.5). */
import { Suspense, use, useContext, useEffectEvent, useLayoutEffect } from 'react'
import { Link, UNSAFE_DataRouterStateContext as RouterState, useLocation } from 'react-router'
import { listEvents, type EventSummary } from '#domain/events/contract/events.ts'
import { CANCELLED } from '#app/public/event/availability.tsx'
import { venue } from '#shared/venue.ts'
import { type PageHandle, pageMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { useSite } from '#app/site.ts'
import { elementNamedBy } from '#app/ui/focus.ts'
import { LoadingRing } from '#app/ui/icons.tsx'
import { Panel, Section } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import type { Route } from './+types/events'
import { AdminMark, EventMarks } from '#app/admin/event/admin-marks.tsx'
import { EventCards } from './event-cards.tsx'

/** The number of events on a page of the list. The retreats of a year fit on one page. */
const CURRENT_ON_A_PAGE = 24
const PAST_ON_A_PAGE = 12

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const search = new URL(request.url).searchParams
  const page = async (when: 'current' | 'past', limit: number, cursor: string | null) => {
    return dataOf(await call(listEvents, { query: { when, limit, ...(cursor ? { cursor } : {}) } }))
  }
  const [current, past] = await Promise.all([
    page('current', CURRENT_ON_A_PAGE, search.get('after')),
    page('past', PAST_ON_A_PAGE, search.get('before')),
  ])
  return { current, past }
}

type Lists = Awaited<ReturnType<typeof loader>>

/**
 * Loads the list of events in the browser after a client-side navigation. The page shows a loading ring until
 * the list arrives.
 */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs): { lists: Promise<Lists> } {
  return { lists: serverLoader() as Promise<Lists> }
}

export const handle: PageHandle = { cacheBy: ['after', 'before'], listed: true }

export const links: Route.LinksFunction = () => [
  { rel: 'alternate', type: 'text/calendar', href: paths.eventsCalendar, title: `Events at ${venue.name}` },
]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Events & Retreats',
    description: 'Upcoming retreats on a working ranch in New Mexico: dates, hosts, prices and open spots.',
    path: paths.events,
    picture: 'dawn',
  })

export default function EventsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageBanner picture="dawn" dark="moonrise" focus="45% 60%">
        <h1>Available Events &amp; Retreats</h1>
        <p>Dates, prices, and the spots that are left.</p>
        {useSite()?.admin && (
          <p className="admin-strip ways">
            <AdminMark />
            <Link to={paths.createEvent}>Create Event</Link>
          </p>
        )}
      </PageBanner>
      {'lists' in loaderData ? (
        <Suspense
          fallback={
            <Panel over>
              <LoadingRing label="Loading events" />
            </Panel>
          }
        >
          <LoadedLists lists={loaderData.lists} />
        </Suspense>
      ) : (
        // On the server, renders the lists outside of a Suspense boundary. React may send a boundary's
        // content later and insert it by script, and some browsers run no scripts.
        <EventLists {...loaderData} />
      )}
    </>
  )
}

function LoadedLists({ lists }: { lists: Promise<Lists> }) {
  const loaded = use(lists)
  useScrollPlace()
  return <EventLists {...loaded} />
}

/**
 * Restores the scroll position when the list of events has arrived. Before that the page was too short to
 * scroll to that position.
 */
function useScrollPlace() {
  const { hash } = useLocation()
  const place = useContext(RouterState)?.restoreScrollPosition
  const scroll = useEffectEvent(() => {
    if (typeof place === 'number') scrollTo(0, place)
    else elementNamedBy(hash)?.scrollIntoView()
  })
  useLayoutEffect(() => scroll(), [])
}

function EventLists({ current, past }: Lists) {
  return (
    <>
      <Panel over>
        <EventCards events={current.events} heading="h2" />
        {current.nextCursor !== null && (
          <p className="more">
            <Link to={paths.laterEvents(current.nextCursor)}>Later</Link>
          </p>
        )}
        {current.events.length > 0 && (
          <p className="feed">
            <a href={paths.eventsCalendar}>Add these dates to your calendar</a>
          </p>
        )}
        <p className="note">
          Already signed up? <Link to={paths.lostLink}>Find my reservation</Link>
        </p>
      </Panel>
      {past.events.length > 0 && <PreviousEvents events={past.events} cursor={past.nextCursor} />}
    </>
  )
}

function PreviousEvents({ events, cursor }: { events: EventSummary[]; cursor: string | null }) {
  return (
    <Section className="previous column" id="previous" title="Previous Events &amp; Retreats">
      <ul className="plain-list previous-list">
        {events.map((event) => (
          <li key={event.id}>
            <Link to={paths.event(event.urlName)}>{event.name}</Link>
            {event.cancelled && <p>{CANCELLED}</p>}
            {event.shortDescription && <p>{event.shortDescription}</p>}
            <EventMarks event={event} />
          </li>
        ))}
      </ul>
      {cursor !== null && (
        <p className="more">
          <Link to={paths.earlierEvents(cursor)}>Earlier</Link>
        </p>
      )}
    </Section>
  )
}
