/**
 * The page of the event form (R11.1) for two routes. `/create-event/{eventUrlName}` edits an event.
 * `/create-event` creates one, and with `?copy=<urlName>` it copies an event to new days.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { eventForAdmin, type EventForAdmin } from '#domain/events/contract/event.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { listRooms } from '#domain/onsite/rooms/contract.ts'
import { copyOf, NEW_EVENT, valuesOf } from '#app/admin/event-form/values.ts'
import type { Call } from '#shared/client.ts'
import { formatInstant } from '#shared/format-days.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf, pageError } from '#app/server-context.ts'
import { EVENT_NOT_FOUND, requires } from '../admin-area.tsx'
import type { Route } from './+types/event-form-page'
import { EventForm } from './event-form.tsx'
import type { EventFormOptions } from './use-event-form.ts'
import { Text } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './event-form.css?url'

export const middleware = [requires('events.edit')]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { eventUrlName } = params
  const rooms = dataOf(await call(listRooms)).map(({ id, name, beds }) => ({ id, name, beds }))
  if (eventUrlName !== undefined) {
    const { event, hasGuests } = await loadEvent(call, eventUrlName)
    return { saved: event, hasGuests, original: null, rooms }
  }
  const copied = url.searchParams.get('copy')
  const original = copied === null ? null : (await loadEvent(call, copied)).event
  return { saved: null, hasGuests: false, original, rooms }
}

/** Loads an event for a loader. Throws the error page if it does not exist (R12.2). */
async function loadEvent(
  call: Call,
  eventUrlName: string,
): Promise<{ event: EventForAdmin; hasGuests: boolean }> {
  const found = await call(getEvent, { query: { eventUrlName, guests: 0 } })
  const event = dataOf(found, { words: EVENT_NOT_FOUND })
  if ('reservationCount' in event) {
    const hasGuests = event.reservationCount + event.waitlistCount.all > 0
    return { event: eventForAdmin.parse(event), hasGuests }
  }
  throw pageError({ status: 404, message: '' }, { words: EVENT_NOT_FOUND })
}

export const meta: Route.MetaFunction = ({ loaderData, params }) =>
  unlistedMeta(
    params.eventUrlName !== undefined ? `Update ${loaderData?.saved?.name ?? 'Event'}` : 'Create an Event',
  )

export default function EventFormPage({ loaderData }: Route.ComponentProps) {
  const { saved, hasGuests, original, rooms } = loaderData
  if (saved) return <EditEvent event={saved} hasGuests={hasGuests} rooms={rooms} />
  if (original) return <CopyEvent original={original} rooms={rooms} />
  return (
    <Page
      title="Create an Event"
      lead="Guests see most of this before they sign up. Nothing is public until you press Create Event. A draft is only for staff."
    >
      <EventForm
        key="new"
        draft="new"
        making={{ kind: 'new' }}
        start={NEW_EVENT}
        saved={null}
        rooms={rooms}
      />
    </Page>
  )
}

interface EditEventProps extends Required<Pick<EventFormOptions, 'hasGuests' | 'rooms'>> {
  event: EventForAdmin
}

function EditEvent({ event, hasGuests, rooms }: EditEventProps) {
  const lead = (
    <>
      <Text>{describeAudience(event)}</Text>{' '}
      <Link to={paths.event(event.urlName)}>{paths.event(event.urlName)}</Link>
      <Text>. To offer it again on other days,</Text> <Link to={paths.copyEvent(event.urlName)}>copy it</Link>
      <Text>.</Text>
    </>
  )
  return (
    <Page title={`Update ${event.name}`} lead={lead}>
      <EventForm
        key={event.id}
        draft={String(event.id)}
        making={{ kind: 'edit' }}
        start={valuesOf(event)}
        saved={event}
        hasGuests={hasGuests}
        rooms={rooms}
      />
    </Page>
  )
}

function describeAudience({ status, publishAt }: EventForAdmin): string {
  if (status === 'draft') return 'A draft: only staff see it at'
  return publishAt === null ? 'Guests see it at' : `From ${formatInstant(publishAt)} on, guests see it at`
}

function CopyEvent({ original, rooms }: Pick<EditEventProps, 'rooms'> & { original: EventForAdmin }) {
  return (
    <Page
      title="Create an Event"
      lead={`A copy of ${original.name}. Choose new dates. The photos are copied, the guests are not.`}
    >
      <EventForm
        key={original.id}
        draft={`copy:${original.id}`}
        making={{
          kind: 'copy',
          of: original.id,
          days: { start: original.startDateDate, end: original.endDateDate },
        }}
        start={copyOf(original)}
        saved={null}
        rooms={rooms}
      />
    </Page>
  )
}

function Page({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="event-form-page">
      <Stylesheet href={sheet} />
      <header className="event-form-head column">
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      {children}
    </div>
  )
}
