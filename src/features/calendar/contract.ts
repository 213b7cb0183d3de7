/** The calls of the family's calendar (decision 34). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, instantText, requiredLine } from '#shared/fields.ts'

const COLOR = /^#[0-9A-Fa-f]{6}$/

export const calendarEvent = z.object({
  id: z.int(),
  title: z.string(),
  start: day(),
  /** Inclusive. */
  end: day(),
  color: z.string(),
})
export type CalendarEvent = z.output<typeof calendarEvent>

/** An event of the site, as the family's board shows it. Of a private one only its days, but to admins. */
export const retreat = z.object({
  /** Null: private, and the caller is no admin. */
  name: z.string().nullable(),
  urlName: z.string().nullable(),
  start: day(),
  /** Inclusive: the day on which the guests leave. */
  end: day(),
})
export type Retreat = z.output<typeof retreat>

const UNKNOWN = [404, 'This calendar event is gone. Please reload the page.'] as const

export const getCalendarEvents = endpoint({
  name: 'calendar.list',
  route: 'GET calendarGetEvents',
  summary: 'All events of the family’s calendar, by start, the newest first',
  access: 'family',
  reply: z.array(calendarEvent),
})

/** Days of retreats that one call gives: a house with one on each stays under 150 KB (R20.7). */
export const MOST_DAYS = 731

export const getCalendarRetreats = endpoint({
  name: 'calendar.retreats',
  route: 'GET calendarGetRetreats',
  summary:
    'The events of the site that touch the days from `from` through `to`, by start: no more than 731 days, without `to` a year from `from` on, without `from` a year up to `to`, without both a year back and a year ahead; canceled ones are left out, and only admins see the names of private ones',
  access: 'family',
  query: z.object({ from: day().optional(), to: day().optional() }),
  reply: z.array(retreat),
})

export const createCalendarEvent = endpoint({
  name: 'calendar.create',
  route: 'POST calendarCreateEvent',
  summary: 'A new event with its defaults: "New Event", #662255, today',
  access: 'admin',
  status: 201,
  reply: calendarEvent,
})

/** A year is easily mistyped, and phones understand four digits of one. */
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
    'Changes what is given and leaves the rest. `seen`: what the editor saw of the fields given; a field that has another value by now, and not the one given, is refused as `stale`, and nothing is written',
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
  summary: 'Deletes an event of the calendar for good',
  access: 'admin',
  query: z.object({ id: id() }),
  failures: { not_found: UNKNOWN },
})

/** Null: phones cannot subscribe at present. */
export const feedAddress = z.object({ token: z.string(), madeAt: instantText() }).nullable()
export type FeedAddress = z.output<typeof feedAddress>

export const getFeedAddress = endpoint({
  name: 'calendar.feedAddress',
  route: 'GET calendarFeed',
  summary: 'The secret of the link by which phones subscribe to the calendar',
  access: 'family',
  reply: feedAddress,
})

export const makeFeedAddress = endpoint({
  name: 'calendar.makeFeedAddress',
  route: 'POST calendarFeed',
  summary: 'Makes a new link for phones; the one before no longer works',
  access: 'admin',
  status: 201,
  reply: z.object({ feed: feedAddress }),
})

export const revokeFeedAddress = endpoint({
  name: 'calendar.revokeFeedAddress',
  route: 'DELETE calendarFeed',
  summary: 'Ends the link for phones, if there is one',
  access: 'admin',
})

export const readFeed = endpoint({
  name: 'calendar.feed',
  route: 'GET calendar/feed',
  summary: 'The calendar as phones see it: the family’s events, and of the retreats what the family sees',
  access: 'link',
  query: z.object({ token: z.string().max(200) }),
  reply: z.object({
    events: z.array(calendarEvent.extend({ version: z.int() })),
    /** Of a year back and three ahead. With a number, so that a phone knows each again, and what is newer. */
    retreats: z.array(retreat.extend({ id: z.int(), version: z.int() })),
  }),
  failures: { not_found: [404, 'This link no longer works'] },
})
