/** The API endpoints of the family calendar (decision 29). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText, requiredLine } from '#shared/fields.ts'

const COLOR = /^#[0-9A-Fa-f]{6}$/

export const calendarEvent = z.object({
  id: z.int(),
  title: z.string(),
  start: day(),
  /** The last day, inclusive. */
  end: day(),
  color: z.string(),
})
export type CalendarEvent = z.output<typeof calendarEvent>

/** An event of the site, as the family calendar shows it. Only admins see more of a private event than its days. */
export const retreat = z.object({
  /** The event's name. Null if the event is private and the caller is not an admin. */
  name: z.string().nullable(),
  urlName: z.string().nullable(),
  start: day(),
  /** The last day, inclusive: the day on which the guests leave. */
  end: day(),
})
export type Retreat = z.output<typeof retreat>

const UNKNOWN = [404, 'This calendar event is gone. Please reload the page.'] as const

export const getCalendarEvents = endpoint({
  name: 'calendar.list',
  route: 'GET calendarGetEvents',
  summary: 'Lists all events of the family calendar by start, the latest first',
  access: 'family',
  reply: z.array(calendarEvent),
})

/**
 * The most days that one request for retreats covers. A retreat on every one of them stays under 150 KB
 * (R20.7).
 */
export const MOST_DAYS = 731

export const getCalendarRetreats = endpoint({
  name: 'calendar.retreats',
  route: 'GET calendarGetRetreats',
  summary:
    'Lists the events of the site that touch the days from `from` through `to`, by start. Asks for at most 731 days. Without `to`, a year from `from` on; without `from`, a year up to `to`; without both, a year back and a year ahead. Omits canceled events. Only admins get the names of private ones',
  access: 'family',
  query: z.object({ from: day().optional(), to: day().optional() }),
  reply: z.array(retreat),
})

export const createCalendarEvent = endpoint({
  name: 'calendar.create',
  route: 'POST calendarCreateEvent',
  summary: 'Creates a calendar event with the defaults "New Event", #662255 and today',
  access: 'admin',
  status: 201,
  reply: calendarEvent,
})

/** A year is easily mistyped, and phones read only years of four digits. */
const plausibleDay = () =>
  day().refine((text) => text >= '1900' && text < '3000', 'Please enter a day between 1900 and 2999')

const fields = {
  name: requiredLine(200),
  start: plausibleDay(),
  end: plausibleDay(),
  color: z.string().regex(COLOR, 'Please enter a color as #rrggbb'),
}

export const updateCalendarEvent = endpoint({
  name: 'calendar.update',
  route: 'PUT calendarUpdateEvent',
  summary:
    'Changes the given fields of a calendar event and keeps the others. Send in `seen` the values that the editor saw. Fails with `stale`, and writes nothing, if a given field has another value by now, unless it is already the given one',
  access: 'admin',
  body: z.object({
    updateCalendarData: z.object({
      id: id(),
      name: fields.name.optional(),
      start: fields.start.optional(),
      end: fields.end.optional(),
      color: fields.color.optional(),
      seen: z
        .object({ name: z.string(), start: z.string(), end: z.string(), color: z.string() })
        .partial()
        .optional(),
    }),
  }),
  reply: z.object({ event: calendarEvent }),
  failures: {
    not_found: UNKNOWN,
    stale: 'Somebody else has just changed this. Their text is shown; yours was not saved.',
  },
})

export const deleteCalendarEvent = endpoint({
  name: 'calendar.delete',
  route: 'DELETE calendarDeleteEvent',
  summary: 'Deletes a calendar event permanently',
  access: 'admin',
  query: z.object({ id: id() }),
  failures: { not_found: UNKNOWN },
})

/** The link by which phones subscribe, or null if there is none at present. */
export const feedAddress = z.object({ token: z.string(), madeAt: instantText() }).nullable()
export type FeedAddress = z.output<typeof feedAddress>

export const getFeedAddress = endpoint({
  name: 'calendar.feedAddress',
  route: 'GET calendarFeed',
  summary:
    'Returns the secret of the link by which phones subscribe to the family calendar, or null if there is none',
  access: 'family',
  reply: feedAddress,
})

export const makeFeedAddress = endpoint({
  name: 'calendar.makeFeedAddress',
  route: 'POST calendarFeed',
  summary: 'Creates a new subscription link for phones. The previous link stops working',
  access: 'admin',
  status: 201,
  reply: z.object({ feed: feedAddress }),
})

export const revokeFeedAddress = endpoint({
  name: 'calendar.revokeFeedAddress',
  route: 'DELETE calendarFeed',
  summary: 'Revokes the subscription link for phones, if there is one',
  access: 'admin',
})

export const readFeed = endpoint({
  name: 'calendar.feed',
  route: 'GET calendar/feed',
  summary:
    "Returns the calendar for a phone's subscription: the family's events, and the retreats as the family sees them",
  access: 'link',
  query: z.object({ token: z.string().max(200) }),
  reply: z.object({
    events: z.array(calendarEvent.extend({ version: z.int() })),
    /**
     * The retreats from a year back to three years ahead. `id` and `version` let a phone recognize each one
     * and tell which copy is newer.
     */
    retreats: z.array(retreat.extend({ id: z.int(), version: z.int() })),
  }),
  failures: { not_found: [404, 'This link no longer works'] },
})
