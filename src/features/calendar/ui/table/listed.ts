/** The rows of the tables, with their warnings. Pure. */
import type { Day } from '#shared/days.ts'
import type { CalendarEvent, Retreat } from '#features/calendar/contract.ts'
import { isOlder, newestFirst, overlapsOf } from '#features/calendar/rules.ts'

export interface Listed {
  event: CalendarEvent
  /** That have the ranch on some of its days. */
  retreats: Retreat[]
}

/** The events by start, the newest first, with the retreats that overlap each. */
export function listEvents(events: readonly CalendarEvent[], retreats: readonly Retreat[]): Listed[] {
  return newestFirst(events).map((event) => ({
    event,
    retreats: overlapsOf([event], retreats).map(({ retreat }) => retreat),
  }))
}

/** Without those that ended more than 90 days ago, unless older ones are wanted. */
export function shownEvents(
  events: readonly CalendarEvent[],
  { today, older }: { today: Day; older: boolean },
): CalendarEvent[] {
  return events.filter((event) => older || !isOlder(event, today))
}
