/** The tab with an event's guests. */
import { callContext, dataOf } from '#app/server-context.ts'
import { useMay } from '#app/site.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { Panel } from '#app/ui/panel.tsx'
import { FIRST_GUESTS, listGuests } from '#domain/guests/roster/contract.ts'
import { formatDayRange } from '#shared/format-days.ts'
import { EVENT_NOT_FOUND, requires } from '../admin-area.tsx'
import { PrintRoster, RestOfGuests, Roster, useAllGuests } from '../roster/roster.tsx'
import type { Route } from './+types/guests'
import { CancelledEvent } from './event-actions.tsx'
import { eventIn } from './event-context.ts'
import { EventTotals } from './event-totals.tsx'
import { UntoldDates } from './untold-dates.tsx'
import { useWorkspace } from './workspace.tsx'

const GUESTS = 'guests'

export const middleware = [requires('guests.edit')]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, name, password, reservationCount, waitlistCount } = eventIn(context)
  const found = await context.get(callContext)(listGuests, { query: { id, limit: FIRST_GUESTS } })
  const { guests } = dataOf(found, { words: EVENT_NOT_FOUND })
  return { name, password, guests, count: reservationCount, waitlistCount }
}

export const meta: Route.MetaFunction = ({ loaderData }) => unlistedMeta(`Guests · ${loaderData?.name ?? ''}`)

export default function EventGuests({ loaderData }: Route.ComponentProps) {
  const { event, onChanged } = useWorkspace()
  const { count, waitlistCount, password } = loaderData
  const mayEdit = useMay()('events.edit')
  const { guests, missing, failed, again } = useAllGuests(loaderData.guests, { eventId: event.id, count })
  return (
    <>
      <Panel labelledBy={GUESTS} className="admin-guests">
        <div className="guests-head">
          <h2 id={GUESTS} tabIndex={-1}>
            Guests
          </h2>
          <EventTotals
            event={{ spots: event.spots, waitlistCount, password }}
            guests={missing === 0 && failed === null ? guests : null}
          />
        </div>
        {mayEdit && !event.cancelled && !event.hasEnded && <UntoldDates eventId={event.id} />}
        {mayEdit && event.cancelled && <CancelledEvent eventId={event.id} onOver={onChanged} />}
        <RestOfGuests missing={missing} failed={failed} onAgain={again} />
        <Roster eventId={event.id} guests={guests} ended={event.hasEnded} onChanged={onChanged} />
      </Panel>
      <PrintRoster
        guests={guests}
        missing={missing}
        title={`${event.name}, ${formatDayRange(event.startDateDate, event.endDateDate)}`}
      />
    </>
  )
}
