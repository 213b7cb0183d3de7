import { Link } from 'react-router'
import type { EventSummary } from '../../../capabilities/events/contract.ts'
import { availability } from '../../../capabilities/events/ui/availability.ts'
import { priceWords } from '../../../capabilities/events/ui/price.ts'
import { formatDayRangeShort } from '../../../shared/days.ts'
import { paths } from '../../paths.ts'
import { AvailabilityChip } from '../../ui/availability-chip.tsx'
import { eventColor } from '../../ui/event-color.ts'
import { Picture } from '../../ui/picture.tsx'
import '../../ui/event-color.css'

/** A current event: picture, name, dates, availability, on the event's own color; all of it leads to its page. */
export function EventCard({ event, first }: { event: EventSummary; first: boolean }) {
  const { words, tone } = availability(event)
  const price = priceWords(event.cost)
  return (
    <article className="event-card event-surface" style={eventColor(event.color)}>
      {event.mainImage && (
        <Picture
          src={event.mainImage}
          alt=""
          sizes="(width >= 64rem) 29vw, (width >= 40rem) 44vw, 92vw"
          first={first}
        />
      )}
      <div className="event-card-words">
        <h2>
          <Link to={paths.event(event.urlName)}>{event.name}</Link>
        </h2>
        <p>
          {formatDayRangeShort(event.startDateDate, event.endDateDate)}
          {price && <> · {price}</>}
        </p>
        <AvailabilityChip tone={tone}>{words}</AvailabilityChip>
      </div>
    </article>
  )
}
