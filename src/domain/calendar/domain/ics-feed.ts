/** Writes the family calendar as a feed for phones (RFC 5545): its own events and the retreats. */
import { ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import type { Day } from '#shared/days.ts'
import { fold, newCalendar, wholeDays } from '#shared/ics.ts'
import { oneLine } from '#shared/text.ts'
import { venue, venueDomain } from '#shared/venue.ts'

interface FamilyEvent {
  id: number
  title: string
  start: Day
  /** The last day of the event, inclusive. */
  end: Day
  /**
   * The version of the event. It starts at 1 and grows with each change, so that a phone keeps the newer copy (RFC
   * 5545 section 3.8.7.4).
   */
  version: number
}

/** A retreat as the family sees it. The name is null if the retreat is private. */
interface FamilyRetreat extends Omit<FamilyEvent, 'title'> {
  name: string | null
  urlName: string | null
}

/** One event in the feed. Its `uid` never changes, so that a phone recognizes the event after a change. */
interface FamilyEntry extends Omit<FamilyEvent, 'id'> {
  uid: string
  /**
   * The address of a page with more details of the event. Null if some subscribers of the feed may not see that page.
   */
  url: string | null
}

export interface FamilyFeed {
  events: readonly FamilyEvent[]
  retreats: readonly FamilyRetreat[]
  /** Returns the address of an event's public page. */
  pageOf: (urlName: string) => string
  now: Date
}

/**
 * Hours after which a phone should load the feed again. Only one hour, because the family often changes its plans.
 */
const TTL_HOURS = 1

/**
 * Returns the text of the feed. The text never contains the feed's own address: people forward files, and anyone with
 * the address can read the feed. Every event is marked as free time, because the family calendar shows where things
 * happen, not who is busy.
 */
export function familyFeed({ events, retreats, pageOf, now }: FamilyFeed): string {
  const calendar = newCalendar()
  calendar.name(`Family at ${venue.name}`).ttl(TTL_HOURS * 3600)
  const entries = [...events.map(familyEntry), ...retreats.map((retreat) => retreatEntry(retreat, pageOf))]
  for (const { uid, title, start, end, url, version } of entries) {
    calendar.createEvent({
      id: uid,
      stamp: now,
      sequence: version - 1,
      ...wholeDays(start, end),
      summary: oneLine(title),
      ...(url === null ? {} : { url, description: url }),
      busystatus: ICalEventBusyStatus.FREE,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return fold(calendar.toString())
}

function familyEntry({ id, ...event }: FamilyEvent): FamilyEntry {
  return { ...event, uid: `family-${id}@${venueDomain}`, url: null }
}

// A retreat's public page also offers a calendar file. There the retreat has another uid, so that a phone with that
// file and this feed shows the retreat in both calendars.
function retreatEntry(
  { id, name, urlName, ...rest }: FamilyRetreat,
  pageOf: (urlName: string) => string,
): FamilyEntry {
  const url = urlName === null ? null : pageOf(urlName)
  return { ...rest, uid: `guests-${id}@${venueDomain}`, title: name ?? 'Private retreat', url }
}
