import { Link } from 'react-router'
import type { EventSummary } from '#features/events/contract/events.ts'
import { venue } from '#shared/venue.ts'
import { paths } from '#web/paths.ts'
import { Paper } from '#web/ui/paper.tsx'
import { EventCards } from '../events/event-cards.tsx'
import './upcoming.css'

/** The next few events on home; with none, the paper still says how people stay. */
export function Upcoming({ events }: { events: EventSummary[] }) {
  return (
    <Paper over labelledBy="upcoming" className="upcoming">
      <p className="eyebrow">Available Events &amp; Retreats</p>
      <h2 id="upcoming">{venue.usualStay}</h2>
      <EventCards events={events} heading="h3" />
      <p className="more">
        <Link to={paths.events}>All events and retreats</Link>
      </p>
    </Paper>
  )
}
