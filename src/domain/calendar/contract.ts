/** The API endpoints of the family calendar (decision 29). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText, requiredLine } from '#shared/fields.ts'

const COLOR = /^#[0-9A-Fa-f]{6}$/

export const calendarEvent = z.object({
  id: z.int(),
  title: z.string(),
  start: day(),
  /** The last day of the event, inclusive. */
  end: day(),
  color: z.string(),
})
export type CalendarEvent = z.output<typeof calendarEvent>

/** A retreat as the family calendar shows it. Only admins see more than the days of a private retreat. */
export const retreat = z.object({
  /** The event's name. Null if the event is private and the caller is not an admin. */
  name: z.string().nullable(),
  urlName: z.string().nullable(),
  start: day(),
  end: day(),
  /** Only for staff, and only while visitors cannot see the event: when they will, or null for a draft. */
  unpublished: z.object({ publishAt: instantText().nullable() }).optional(),
})
export type Retreat = z.output<typeof retreat>

const UNKNOWN = [404, 'This calendar event no longer exists. Please reload the page.'] as const

export const getCalendarEvents = endpoint({
  name: 'calendar.list',
  route: 'GET calendarGetEvents',
  summary: 'Returns all events of the family calendar, sorted by start, the latest first',
  access: 'family',
  needs: 'events.see',
  reply: z.array(calendarEvent),
})

/**
 * The largest number of days that a request for retreats may cover. Even with a retreat on each day, the
 * reply is smaller than 150 KB (R20.7).
 */
export const MOST_DAYS = 731

export const getCalendarRetreats = endpoint({
  name: 'calendar.retreats',
  route: 'GET calendarGetRetreats',
  summary:
    'Returns the retreats that take place on any day from `from` through `to` (at most 731 days), sorted by start, for the family calendar. If one of the two is missing, covers a year from the other; without both, a year back and a year ahead. Omits canceled retreats. Only admins get the name of a private retreat, and drafts and scheduled events, which have `unpublished`',
  access: 'family',
  needs: 'events.see',
  query: z.object({ from: day().optional(), to: day().optional() }),
  reply: z.array(retreat),
})

export const createCalendarEvent = endpoint({
  name: 'calendar.create',
  route: 'POST calendarCreateEvent',
  summary:
    'Creates an event in the family calendar and returns it. Its name is “New Event”, its color #662255, and its day is today; `PUT calendarUpdateEvent` can change them',
  needs: 'events.edit',
  status: 201,
  reply: calendarEvent,
})

/** Accepts days from 1900 to 2999. People mistype years, and phones read only years with four digits. */
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
    'Changes the given fields of a family calendar event and keeps the others. Send in `seen` the values before the edit. Fails with `stale`, and changes nothing, if somebody else has given one of the changed fields another value than in `seen`',
  needs: 'events.edit',
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
    stale: 'Someone else has just changed this. The calendar shows their text, and yours was not saved.',
  },
})

export const deleteCalendarEvent = endpoint({
  name: 'calendar.delete',
  route: 'DELETE calendarDeleteEvent',
  summary: 'Deletes an event from the family calendar permanently',
  needs: 'events.edit',
  query: z.object({ id: id() }),
  failures: { not_found: UNKNOWN },
})

/** The link by which phones subscribe to the calendar. Null if an admin has created none. */
export const feedAddress = z.object({ token: z.string(), madeAt: instantText() }).nullable()
export type FeedAddress = z.output<typeof feedAddress>

export const getFeedAddress = endpoint({
  name: 'calendar.feedAddress',
  route: 'GET calendarFeed',
  summary:
    'Returns the secret token of the link by which phones subscribe to the family calendar, and when the link was created. Returns null if there is no link',
  access: 'family',
  needs: 'events.see',
  reply: feedAddress,
})

export const makeFeedAddress = endpoint({
  name: 'calendar.makeFeedAddress',
  route: 'POST calendarFeed',
  summary:
    'Creates a new link by which phones subscribe to the family calendar, and returns it. The previous link stops working',
  needs: 'events.edit',
  status: 201,
  reply: z.object({ feed: feedAddress }),
})

export const revokeFeedAddress = endpoint({
  name: 'calendar.revokeFeedAddress',
  route: 'DELETE calendarFeed',
  summary: 'Ends the link by which phones subscribe to the family calendar, if there is one',
  needs: 'events.edit',
})

export const readFeed = endpoint({
  name: 'calendar.feed',
  route: 'GET calendar/feed',
  summary:
    'Returns the family’s events and the retreats for phones that subscribe to the family calendar, by the token in the subscription link. Omits the names of private retreats. Fails if the link was replaced or ended',
  access: 'link',
  query: z.object({ token: z.string().max(200) }),
  reply: z.object({
    events: z.array(calendarEvent.extend({ version: z.int() })),
    /**
     * The retreats from a year back to three years ahead. A phone's calendar program recognizes a retreat by `id`, and
     * keeps the copy with the higher `version`.
     */
    retreats: z.array(retreat.extend({ id: z.int(), version: z.int() })),
  }),
  failures: { not_found: [404, 'This link no longer works'] },
})
