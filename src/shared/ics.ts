/**
 * Creates calendar files (RFC 5545): one event for an e-mail or the page after payment, or a feed of all
 * events.
 */
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
    startDate: string
    endDate: string
    shortDescription: string | null
    cancelled?: boolean
    /** A number that grows with each change of the event, from `revisionOf`. */
    revision: number
  }
  /** Public page of the event. Never a private link, because people share calendars. */
  url: string
  /**
   * Id of the calendar entry, from `eventUid`. If a guest opens the file from the page and the one from the
   * e-mail, the calendar has only one entry.
   */
  uid: string
  /** The guest's own link to the directions. It gives access to nothing else. */
  directions?: string
}

interface CalendarFacts extends Entry {
  now: Date
}

interface FeedFacts {
  entries: Entry[]
  url: string
  now: Date
}

/** Hours between two refreshes of a subscribed calendar. Guests can wait that long for a new event. */
const FEED_HOURS = 12

// Control characters, line and paragraph separators, and marks that reorder text.
const UNPRINTABLE = /(?!\n)[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns the text without unprintable characters. Unlike `oneLine`, it keeps line breaks (as `\n`). */
export const plainLines = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE, ' ').trim()

/** Returns the uid of an event. It is always the same, so calendars update one entry. */
export const eventUid = (eventId: number): string => `event-${eventId}@${venueDomain}`

/** Returns the text of a calendar file with one event. */
export function eventCalendar({ now, ...entry }: CalendarFacts): string {
  const calendar = newCalendar()
  addEntry(calendar, entry, now)
  return fold(calendar.toString())
}

/** Returns the calendar feed. It has the same entries as the events' own files. */
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

/**
 * Returns the time from arrival to departure if the event's texts name both hours. Otherwise returns whole
 * days (R32.3).
 */
function timesOf({ startDate, startDateDate, endDate, endDateDate }: Entry['event']) {
  const [arrival, departure] = [hourIn(startDate), hourIn(endDate)]
  const start = arrival && ranchInstant(startDateDate, ...arrival)
  const end = departure && ranchInstant(endDateDate, ...departure)
  return start && end && start < end ? { start, end } : wholeDays(startDateDate, endDateDate)
}

/** Returns the first time of day in a text: `"from 3:30 PM"` → `[15, 30]`. Returns null if it names none. */
export function hourIn(words: string): [hour: number, minute: number] | null {
  const found = /\b(1[0-2]|0?[1-9])(?::([0-5]\d))?\s*([ap])\.?m\b|\bnoon\b/i.exec(words)
  if (!found) return null
  const [, hour = '12', minute = '0', half = 'p'] = found
  return [(Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), Number(minute)]
}

/**
 * Returns whole days without a time zone, so that a guest in Tokyo sees the ranch's days. `end` is the last
 * day; the format wants the day after it.
 */
export function wholeDays(start: Day, end: Day) {
  return { allDay: true, start: utcMidnight(start), end: utcMidnight(addDays(end, 1)) }
}

// For whole days, the calendar library takes the instant's date in UTC.
const utcMidnight = (day: Day) => new Date(`${day}T00:00:00Z`)

// Folds lines at 75 octets (RFC 5545 section 3.1). The calendar library counts characters instead.
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
