import type { EventDetails } from '#features/events/contract/events.ts'
import { formatDayRange } from '#shared/days.ts'
import { Scene } from '#web/ui/scene.tsx'
import { AdminStrip } from './admin/admin-strip.tsx'

/** Name, host and dates over the event's main picture. */
export function EventScene({ event, admin = false }: { event: EventDetails; admin?: boolean }) {
  return (
    <Scene picture={event.mainImage ?? 'dusk'} light>
      <h1>{event.name}</h1>
      {event.host && (
        <p className="event-host">
          <span>WITH</span> {event.host}
        </p>
      )}
      <p>{formatDayRange(event.startDateDate, event.endDateDate)}</p>
      {admin && <AdminStrip event={event} />}
    </Scene>
  )
}
