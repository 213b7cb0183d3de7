/** Events as calendar files (RFC 5545): one attached to mails and offered after payment, all of them as a feed. */
import ical, {
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { addDays, type Day, ranchInstant } from './days.ts'
import { oneLine } from './text.ts'
import { venue, venueDomain } from './venue.ts'

export const CALENDAR_CONTENT_TYPE = 'text/calendar; charset=utf-8; method=PUBLISH'

interface Entry {
  event: {
    name: string
    startDateDate: Day
    endDateDate: Day
    /** The owner's words, which may name hours. */
    startDate: string
    endDate: string
    shortDescription: string | null
    /** Calendars that have it strike it out; one that is left out of a feed would just be missing. */
    cancelled?: boolean
    /** The entry's revision, by `revisionOf`. */
    revision: number
  }
  /** The event's public page: calendars are shared, so a private link has no place here. */
  url: string
  /** The entry's uid, by `eventUid`: the page's file and the e-mail's are then one entry in a calendar. */
  uid: string
  /** The guest's own link to the directions, in their own file: it opens nothing. */
  directions?: string
}

interface CalendarFacts extends Entry {
  now: Date
}

interface FeedFacts {
  entries: Entry[]
  /** The address of the feed itself. */
  url: string
  now: Date
}

/** The hours after which a subscribed calendar may look again; a new retreat is no news of the hour. */
const FEED_HOURS = 12

// Controls, line and paragraph separators, and the marks that reorder what a reader sees.
const UNPRINTABLE = /(?!\n)[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text of several lines as `oneLine` makes one: its line breaks stay (as `\n`). */
export const plainLines = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE, ' ').trim()

/** The same event's entry everywhere, whoever downloads it. */
export const eventUid = (eventId: number): string => `event-${eventId}@${venueDomain}`

/** The text of a calendar with one event. */
export function eventCalendar({ now, ...entry }: CalendarFacts): string {
  const calendar = newCalendar()
  addEntry(calendar, entry, now)
  return fold(calendar.toString())
}

/** The text of a calendar to subscribe to: its entries are those of the events' own files. */
export function eventFeed({ entries, url, now }: FeedFacts): string {
  const calendar = newCalendar()
  calendar.name(`Events at ${venue.name}`).url(url)
  calendar.ttl(FEED_HOURS * 3600)
  for (const entry of entries) addEntry(calendar, entry, now)
  return fold(calendar.toString())
}

export const newCalendar = (): ICalCalendar =>
  ical({
    prodId: { company: venue.name, product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })

function addEntry(calendar: ICalCalendar, { event, url, uid, directions }: Entry, now: Date): void {
  calendar.createEvent({
    id: uid,
    stamp: now,
    ...timesOf(event),
    summary: oneLine(`${event.name} at ${venue.name}`),
    location: oneLine(venue.location),
    description: [
      plainLines(event.shortDescription ?? ''),
      `Arrive: ${oneLine(event.startDate)}\nLeave: ${oneLine(event.endDate)}`,
      venue.locationNote,
      directions && `Directions: ${directions}`,
      url,
    ]
      .filter(Boolean)
      .join('\n\n'),
    url,
    status: event.cancelled ? ICalEventStatus.CANCELLED : null,
    sequence: event.revision,
    busystatus: event.cancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
    transparency: event.cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  })
}

/** From arrival to departure where the owner's words name both hours, else whole days (R32.3). */
function timesOf({ startDate, startDateDate, endDate, endDateDate }: Entry['event']) {
  const [arrival, departure] = [hourIn(startDate), hourIn(endDate)]
  const start = arrival && ranchInstant(startDateDate, ...arrival)
  const end = departure && ranchInstant(endDateDate, ...departure)
  return start && end && start < end ? { start, end } : wholeDays(startDateDate, endDateDate)
}

/** The first time of day in words: `"from 3:30 PM"` is `[15, 30]`; null: they name none. */
export function hourIn(words: string): [hour: number, minute: number] | null {
  const found = /\b(1[0-2]|0?[1-9])(?::([0-5]\d))?\s*([ap])\.?m\b|\bnoon\b/i.exec(words)
  if (!found) return null
  const [, hour = '12', minute = '0', half = 'p'] = found
  return [(Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), Number(minute)]
}

/** Days carry no time zone, so a guest in Tokyo sees the ranch's days too; the end is exclusive, as the format wants it, though it is given inclusive. */
export function wholeDays(start: Day, end: Day) {
  return { allDay: true, start: utcMidnight(start), end: utcMidnight(addDays(end, 1)) }
}

// The generator writes an all-day date from the UTC parts of its instant.
const utcMidnight = (day: Day) => new Date(`${day}T00:00:00Z`)

// The generator counts characters, but the format counts octets (RFC 5545 section 3.1), and wants the last line ended too.
export function fold(text: string): string {
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  return lines.filter(Boolean).map(foldLine).join('')
}

const MAX_OCTETS = 75
const octets = (text: string) => new TextEncoder().encode(text).length

function foldLine(line: string): string {
  let folded = ''
  let room = MAX_OCTETS
  for (const character of line) {
    if (octets(character) > room) {
      folded += '\r\n '
      room = MAX_OCTETS - 1
    }
    folded += character
    room -= octets(character)
  }
  return `${folded}\r\n`
}
