/** Answers the calls of the family's calendar. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { isAdminCaller } from '#features/access/rules.ts'
import {
  createCalendarEvent,
  deleteCalendarEvent,
  getCalendarEvents,
  getCalendarRetreats,
  MOST_DAYS,
  updateCalendarEvent,
} from './contract.ts'
import { addCalendarEvent, editCalendarEvent, removeCalendarEvent } from './edit.ts'
import { feedHandlers } from './feed-handlers.ts'
import { retreatDays } from './rules.ts'
import { type CalendarValues, listCalendar, listRetreats } from './store/calendar-events.ts'

const ENDS_TOO_EARLY = 'The end cannot be before the start'

const tooFar = (latest: Day) =>
  `Please ask for ${MOST_DAYS} days at most: with this \`from\`, through ${latest}`

export function calendarHandlers(services: Services): Bound[] {
  const { db, now } = services
  return [
    bind(getCalendarEvents, async () => listCalendar(db)),

    bind(getCalendarRetreats, async ({ query }, { caller }) => {
      const days = retreatDays(query, { today: ranchDay(now()), most: MOST_DAYS })
      if ('latest' in days) return fail('invalid', { fields: { to: tooFar(days.latest) } })
      const admin = isAdminCaller(caller)
      return listRetreats(db, { ...days, admin })
    }),

    bind(createCalendarEvent, async (_input, { caller }) => addCalendarEvent(services, caller)),

    bind(updateCalendarEvent, async ({ body: { updateCalendarData } }, { caller }) => {
      const { id, seen = {}, ...given } = updateCalendarData
      const event = await editCalendarEvent(services, {
        id,
        changes: valuesOf(given),
        seen: valuesOf(seen),
        caller,
      })
      if (event === 'ends_too_early') return fail('invalid', { fields: { end: ENDS_TOO_EARLY } })
      return typeof event === 'string' ? fail(event) : { event }
    }),

    bind(deleteCalendarEvent, async ({ query: { id } }, { caller }) => {
      return (await removeCalendarEvent(services, { id, caller })) ? {} : fail('not_found')
    }),

    ...feedHandlers(services),
  ]
}

/** As the API names them: the title is the `name`. */
interface Given {
  name?: string | undefined
  start?: string | undefined
  end?: string | undefined
  color?: string | undefined
}

function valuesOf({ name, ...days }: Given): Partial<CalendarValues> {
  const values = Object.entries({ title: name, ...days }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(values)
}
