import { Link } from 'react-router'
import type { EventSummary } from '#domain/events/contract/events.ts'
import { AvailabilityChip } from '#app/public/event/availability.tsx'
import { describePrice, splitList } from '#app/public/event/price.tsx'
import { daysBetween } from '#shared/days.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { paths } from '#app/paths.ts'
import { Panel, eventColor } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { EventMarks } from '#app/admin/event/admin-marks.tsx'
import { Text } from '#app/ui/text.tsx'

interface EventCardsProps {
  events: EventSummary[]
  heading: 'h2' | 'h3'
}

const SIZES = '(width >= 64rem) 29vw, (width >= 40rem) 44vw, 92vw'

/** Renders the coming events as cards in their own colors, or says that there are none (R10.5). */
export function EventCards({ events, heading: Heading }: EventCardsProps) {
  if (events.length === 0) {
    return <p className="event-cards-none">Nothing public right now, please check back soon!</p>
  }
  return (
    <ul className="plain-list event-cards">
      {events.map((event) => (
        <li key={event.id}>
          <article className="event-card event-surface" style={eventColor(event.color)}>
            {event.mainImage && <Picture src={event.mainImage} alt="" sizes={SIZES} />}
            <div className="event-card-words">
              <Heading className="event-card-name">
                <Link to={paths.event(event.urlName)}>{event.name}</Link>
              </Heading>
              <p>
                <Text>{formatDayRangeShort(event.startDateDate, event.endDateDate)}</Text>
                <br />
                <Text>{[describeLength(event), describePrice(event)].filter(Boolean).join(' · ')}</Text>
              </p>
              {event.shortDescription && <p className="event-card-lead">{event.shortDescription}</p>}
              <Included event={event} />
              <AvailabilityChip event={event} />
              <EventMarks event={event} />
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}

function describeLength({ startDateDate, endDateDate }: EventSummary): string {
  const nights = daysBetween(startDateDate, endDateDate)
  return nights === 0 ? '1 day' : plural(nights, 'night')
}

/** The number of included services that a card names. The event's page has all of them. */
const NAMED = 3

function Included({ event }: { event: EventSummary }) {
  const all = splitList(event.includes)
  if (all.length === 0) return null
  return (
    <p className="event-card-includes">
      <Text>Includes: {all.slice(0, NAMED).join(' · ')}</Text>
    </p>
  )
}

/**
 * Renders other events that a visitor can sign up for. Pages show them if the visitor cannot sign up for this
 * event (R31.2).
 */
export function OtherEvents({ events }: Pick<EventCardsProps, 'events'>) {
  if (events.length === 0) return null
  return (
    <Panel labelledBy="other-events" title="Retreats with room">
      <EventCards events={events} heading="h3" />
      <p className="more">
        <Link to={paths.events}>All events and retreats</Link>
      </p>
    </Panel>
  )
}
