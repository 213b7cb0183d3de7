/**
 * The pages of one event (R10.6): its description, the sign-up form and the waitlist form, each with its own
 * address.
 */
import { lazy, type ReactNode } from 'react'
import { Outlet, type ShouldRevalidateFunction, useOutletContext, useRevalidator } from 'react-router'
import {
  type EventDetails,
  type EventSummary,
  listEvents,
  type LockedPage,
} from '#domain/events/contract/events.ts'
import { eventAction, nextOpen } from '#app/public/event/availability.tsx'
import { getEvent, type AdminEvent } from '#domain/booking/contract/event.ts'
import type { Call } from '#shared/client.ts'
import { pageMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { eventData } from '#app/schema-org.ts'
import { callContext, dataOf, frameContext, siteContext } from '#app/server-context.ts'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import type { Route } from './+types/event'
import { EventBanner } from './event-body.tsx'

/** The tabs of the event's workspace, and the panel of a draft. Their code loads only for staff. */
const EventTabs = lazy(() => import('#app/admin/event/event-tabs.tsx'))
const DraftPanel = lazy(() => import('#app/admin/drafts/draft-panel.tsx'))

export async function loader({ context, params: { eventUrlName = '' } }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const found = await call(getEvent, { query: { eventUrlName, guests: 0, waitlist: 0 } })
  const event = dataOf(found, { words: NOT_FOUND })
  if (!event.locked && event.pdfLink) context.get(frameContext)(event.pdfLink)
  const staff = context.get(siteContext).staff !== null || null
  return { event: asVisitorsSeeIt(event), staff, others: await nextOpenEvents(call, event) }
}

/** Removes from an event what only admins get of it, so that staff see the page that visitors see. */
function asVisitorsSeeIt(found: AdminEvent | EventDetails | LockedPage): EventDetails | LockedPage {
  if (found.locked || !('reservations' in found)) return found
  const {
    reservations: _reservations,
    reservationCount: _reservationCount,
    waitlists: _waitlists,
    waitlistCount: _waitlistCount,
    spotsToOffer: _spotsToOffer,
    waitlistStopped: _waitlistStopped,
    openMoney: _openMoney,
    password: _password,
    hostCell: _hostCell,
    adminEmail: _adminEmail,
    hostEmail: _hostEmail,
    version: _version,
    status: _status,
    publishAt: _publishAt,
    options,
    ...event
  } = found
  return { ...event, options: options.filter(({ closed }) => !closed) }
}

const NOT_FOUND = {
  404: { heading: 'Event Not Found', text: 'It may have been renamed or taken down. The others are here:' },
}

/**
 * Returns other events that a visitor can sign up for. The page shows them if this event takes no sign-ups
 * (R31.2).
 */
async function nextOpenEvents(call: Call, event: LockedPage | EventDetails): Promise<EventSummary[]> {
  if (event.locked || eventAction(event) === 'sign_up') return []
  const listed = await call(listEvents, { query: { when: 'current', limit: LOOKED_AT } })
  // Only staff get private events and drafts in the list, and this page shows nothing that visitors do not see.
  const events = listed.ok ? listed.data.events.filter((other) => !other.private && !other.unpublished) : []
  return nextOpen(event, events)
}

/** The number of upcoming events among which the page looks for events with free spots. */
const LOOKED_AT = 24

/**
 * Does not refetch the event when a form on its page opens or closes, because the page still shows the same
 * event.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, ...change }) => {
  if (change.currentParams['eventUrlName'] !== change.nextParams['eventUrlName']) return true
  return currentUrl.pathname === nextUrl.pathname && change.defaultShouldRevalidate
}

/**
 * Returns the title and link preview of an event's page. They describe the event even while a form is open.
 * `form` is the name of that form.
 */
export function eventMeta(matches: readonly unknown[], form: string | null = null) {
  const page = (
    matches as readonly ({ loaderData?: Partial<Route.ComponentProps['loaderData']> } | undefined)[]
  ).find((match) => match?.loaderData?.event)
  const event = page?.loaderData?.event
  if (!event) return []
  const path = paths.event(event.urlName)
  if (event.locked) return pageMeta(matches, { title: 'Private event', description: '', path, hidden: true })
  return pageMeta(matches, {
    title: form === null ? event.name : `${form} · ${event.name}`,
    description: event.shortDescription ?? `${event.name}: dates, price and sign-up.`,
    path,
    picture: event.mainImage ?? undefined,
    hidden: event.private || event.unpublished !== undefined,
    facts: (origin) => eventData(event, origin),
  })
}

export interface OpenEventPage {
  event: EventDetails
  /** Other events with free spots. Empty if visitors can sign up for this event. */
  others: EventSummary[]
}

type EventPageContext = OpenEventPage | { event: null; urlName: string; onUnlocked: () => void }

const PasswordGate = lazy(() => import('#app/public/event/password-gate.tsx'))

interface EventPartProps {
  answer: { refused: string } | undefined
  children: (page: OpenEventPage) => ReactNode
}

/** Renders the event's page. Renders the password form instead while a private event is locked. */
export function EventPart({ answer, children }: EventPartProps) {
  const page = useOutletContext<EventPageContext>()
  return page.event === null ? <PasswordGate {...page} refused={answer?.refused} /> : children(page)
}

export default function EventPage({ loaderData: { event, staff, others } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const keepFocus = useFocusFallback('main')
  const onUnlocked = () => {
    keepFocus()
    void revalidate()
  }
  if (event.locked)
    return (
      <>
        <PageBanner picture="road" dark="night" light>
          <p className="eyebrow">By invitation</p>
        </PageBanner>
        <Outlet context={{ event: null, urlName: event.urlName, onUnlocked } satisfies EventPageContext} />
      </>
    )
  return (
    <>
      {staff && <EventTabs urlName={event.urlName} />}
      <EventBanner event={event} />
      {staff && event.unpublished && <DraftPanel event={event} />}
      <Outlet key={event.id} context={{ event, others } satisfies EventPageContext} />
    </>
  )
}
