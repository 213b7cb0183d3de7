import { Link } from 'react-router'
import type { EventSummary } from '../../../capabilities/events/contract.ts'
import { paths } from '../../paths.ts'
import { Paper } from '../../ui/paper.tsx'
import { EventCard } from '../events/event-card.tsx'
import '../events/events.css'
import './upcoming.css'

/** The next few events on home; with none, the paper still says how people stay. */
export function Upcoming({ events, heading }: { events: EventSummary[]; heading: string }) {
  return (
    <Paper over labelledBy="upcoming">
      <p className="eyebrow">Available Events &amp; Retreats</p>
      <h2 id="upcoming">{heading}</h2>
      {events.length === 0 ? (
        <p>Nothing public right now, please check back soon!</p>
      ) : (
        <ul className="event-cards">
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} first={false} />
            </li>
          ))}
        </ul>
      )}
      <p className="upcoming-all">
        <Link to={paths.events}>All events and retreats</Link>
      </p>
    </Paper>
  )
}
