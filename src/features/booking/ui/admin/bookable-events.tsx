/** The events that somebody can be booked for now: read when a form asks for one, and how they are chosen among. */
import { type ReactNode, useState } from 'react'
import { type EventSummary, listEvents } from '#features/events/contract/events.ts'
import { formatDayRangeShort } from '#shared/days.ts'
import { newAttempt } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { LoadingRing } from '#ui/loading-ring.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'

export type Bookable = Pick<
  EventSummary,
  'id' | 'name' | 'startDateDate' | 'endDateDate' | 'cost' | 'spots' | 'reservedSpots'
>

/** More than two years of retreats. */
const EVENTS = 100

interface BookableEventsProps {
  /** An event that is none of the choice. */
  except?: number
  onCancel: () => void
  /** The form, once the events are known. */
  children: (events: [Bookable, ...Bookable[]]) => ReactNode
}

export function BookableEvents({ except, onCancel, children }: BookableEventsProps) {
  // A key of its own each time it is opened, so that the list is the one of now.
  const [version] = useState(newAttempt)
  const query = { when: 'current' as const, limit: EVENTS }
  const { data, failed, refetch } = useApiQuery(listEvents, { query }, { version })
  const [first, ...others] =
    data?.events.filter(({ id, cancelled, hasEnded }) => !cancelled && !hasEnded && id !== except) ?? []
  if (first) return children([first, ...others])
  return (
    <>
      {failed && <FailureAlert failed={failed} title="The events could not be read" onRetry={refetch} />}
      {!failed && (data ? <p>No event takes guests right now.</p> : <LoadingRing label="Loading events" />)}
      <div className="button-row">
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}

/** The options of a list: by their place, since a list by their ids would lose its order. */
export const eventOptions = (events: Bookable[]) => Object.fromEntries(events.map(eventWords).entries())

/** The one that was chosen from those options. */
export const chosenEvent = (events: [Bookable, ...Bookable[]], place: string): Bookable =>
  events[Number(place)] ?? events[0]

const eventWords = ({ name, startDateDate, endDateDate }: Bookable) =>
  `${name}, ${formatDayRangeShort(startDateDate, endDateDate)}`
