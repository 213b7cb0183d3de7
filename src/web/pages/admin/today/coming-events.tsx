/** Spots and waitlists of the nearest events. */
import { Link } from 'react-router'
import type { Today, TodayEvent } from '#features/today/contract.ts'
import { type Day, formatDayRange } from '#shared/days.ts'
import { paths } from '#web/paths.ts'
import { EventLink } from './event-link.tsx'
import { awayFrom, spotWords } from './words.ts'

export function ComingEvents({ coming: { count, events }, day }: { coming: Today['coming']; day: Day }) {
  return (
    <section className="coming" aria-labelledby="coming">
      <h2 id="coming">Coming events</h2>
      {count === 0 && (
        <p>
          The calendar is empty. <Link to={paths.createEvent}>Put something on it.</Link>
        </p>
      )}
      <ul className="coming-list">
        {events.map((event) => (
          <ComingEvent key={event.id} event={event} day={day} />
        ))}
      </ul>
      {count > events.length && (
        <p className="more">
          <Link to={paths.events}>All {count} events</Link>
        </p>
      )}
    </section>
  )
}

function ComingEvent({ event, day }: { event: TodayEvent; day: Day }) {
  const full = event.taken + event.held >= event.spots
  return (
    <li>
      <p className="coming-name">
        <EventLink event={event} />
      </p>
      <p className="note">
        {formatDayRange(event.startDateDate, event.endDateDate)}, {awayFrom(day, event.startDateDate)}
      </p>
      <Bar event={event} />
      <p className="coming-spots">
        {full && <strong>Full: </strong>}
        {spotWords(event)}
      </p>
    </li>
  )
}

function Bar({ event: { spots, taken, held } }: { event: TodayEvent }) {
  const share = (part: number) => `${spots > 0 ? Math.min(100, (100 * part) / spots) : 0}%`
  return (
    <div className="spots-bar" aria-hidden="true">
      <span style={{ inlineSize: share(taken) }} />
      <span className="spots-held" style={{ inlineSize: share(held) }} />
    </div>
  )
}
