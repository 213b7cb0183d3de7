import { Link } from 'react-router'
import type { EventSummary } from '#features/events/contract/events.ts'
import { AvailabilityChip } from '#features/events/ui/availability-chip.tsx'
import { priceWords } from '#features/events/ui/price.ts'
import { formatDayRangeShort } from '#shared/days.ts'
import { paths } from '#web/paths.ts'
import { Paper } from '#ui/paper.tsx'
import { eventColor } from '#ui/event-color.ts'
import { Picture } from '#ui/picture.tsx'
import { EventMarks } from './admin/admin-marks.tsx'
import './event-cards.css'

interface EventCardsProps {
  events: EventSummary[]
  /** The level of the cards' headings: one below the heading that they stand under. */
  heading: 'h2' | 'h3'
}

/** The current events as cards, or that there are none (R10.5). */
export function EventCards({ events, heading }: EventCardsProps) {
  if (events.length === 0) {
    return <p className="event-cards-none">Nothing public right now, please check back soon!</p>
  }
  return (
    <ul className="event-cards">
      {events.map((event) => (
        <li key={event.id}>
          <EventCard event={event} heading={heading} />
        </li>
      ))}
    </ul>
  )
}

interface EventCardProps extends Pick<EventCardsProps, 'heading'> {
  event: EventSummary
}

/** Picture, name, dates, availability, on the event's own color; all of it leads to the event's page. */
function EventCard({ event, heading: Heading }: EventCardProps) {
  const price = priceWords(event)
  return (
    <article className="event-card event-surface" style={eventColor(event.color)}>
      {event.mainImage && (
        <Picture src={event.mainImage} alt="" sizes="(width >= 64rem) 29vw, (width >= 40rem) 44vw, 92vw" />
      )}
      <div className="event-card-words">
        <Heading className="event-card-name">
          <Link to={paths.event(event.urlName)}>{event.name}</Link>
        </Heading>
        <p>
          {formatDayRangeShort(event.startDateDate, event.endDateDate)}
          {price && <> · {price}</>}
        </p>
        <AvailabilityChip event={event} />
        <EventMarks event={event} />
      </div>
    </article>
  )
}

/** Below an event that takes no sign-up: the next that do (R31.2). */
export function OtherEvents({ events }: Pick<EventCardsProps, 'events'>) {
  if (events.length === 0) return null
  return (
    <Paper labelledBy="other-events">
      <h2 id="other-events">These have room</h2>
      <EventCards events={events} heading="h3" />
      <p className="more">
        <Link to={paths.events}>All events and retreats</Link>
      </p>
    </Paper>
  )
}
