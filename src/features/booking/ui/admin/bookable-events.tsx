/** The events that somebody can be booked for now: read when a form asks for one, and how they are chosen among. */
import type { ReactNode } from 'react'
import { type EventSummary, listEvents } from '#features/events/contract/events.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import { CloseRow, DialogQuery } from '#ui/dialog-query.tsx'

export type Bookable = Pick<
  EventSummary,
  | 'id'
  | 'name'
  | 'urlName'
  | 'startDateDate'
  | 'endDateDate'
  | 'cost'
  | 'spots'
  | 'reservedSpots'
  | 'offersChoices'
>

/** More than two years of retreats. */
const EVENTS = 100

interface BookableEventsProps {
  /** An event that is none of the choice. */
  except?: number
  /** The form, once the events are known. */
  children: (events: [Bookable, ...Bookable[]]) => ReactNode
}

export function BookableEvents({ except, children }: BookableEventsProps) {
  return (
    <DialogQuery
      endpoint={listEvents}
      input={{ query: { when: 'current', limit: EVENTS } }}
      loading="Loading events"
      failed="The events could not be read"
    >
      {({ events }) => {
        const [first, ...others] = events.filter((event) => takesGuests(event) && event.id !== except)
        if (first) return children([first, ...others])
        return (
          <>
            <p>No event takes guests right now.</p>
            <CloseRow />
          </>
        )
      }}
    </DialogQuery>
  )
}

/** Whether somebody can be booked for it. */
export const takesGuests = ({ cancelled, hasEnded }: Pick<EventSummary, 'cancelled' | 'hasEnded'>) =>
  !cancelled && !hasEnded

/** The options of a list: by their place, since a list by their ids would lose its order. */
export const eventOptions = (events: Bookable[]) => Object.fromEntries(events.map(eventWords).entries())

/** The one that was chosen from those options. */
export const chosenEvent = (events: [Bookable, ...Bookable[]], place: string): Bookable =>
  events[Number(place)] ?? events[0]

const eventWords = ({ name, startDateDate, endDateDate }: Bookable) =>
  `${name}, ${formatDayRangeShort(startDateDate, endDateDate)}`
