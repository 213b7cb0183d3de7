/** The family's calendar as a feed for phones (RFC 5545): its own events, and when there are guests. */
import { ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import type { Day } from '#shared/days.ts'
import { fold, newCalendar, wholeDays } from '#shared/ics.ts'
import { oneLine } from '#shared/text.ts'
import { venue, venueDomain } from '#shared/venue.ts'

interface FamilyEvent {
  id: number
  title: string
  start: Day
  /** Inclusive. */
  end: Day
  /** The entry's version from 1 on, higher with each change, so that a phone knows what is newer (RFC 5545 section 3.8.7.4). */
  version: number
}

/** Null as a name: private. */
interface FamilyRetreat extends Omit<FamilyEvent, 'title'> {
  name: string | null
  urlName: string | null
}

/** An entry as a calendar keeps it: `uid` stays, whatever else changes. */
interface FamilyEntry extends Omit<FamilyEvent, 'id'> {
  uid: string
  /** A page to read more; null: there is none for everybody who has the feed. */
  url: string | null
}

export interface FamilyFeed {
  events: readonly FamilyEvent[]
  retreats: readonly FamilyRetreat[]
  /** The public page of an event of the site. */
  pageOf: (urlName: string) => string
  now: Date
}

/** The family changes its plans more often than retreats are announced. */
const TTL_HOURS = 1

/**
 * The text of the feed. Its own address stands nowhere in it, since files are passed on and the address is the key. No
 * entry makes anybody busy: a calendar of the whole family says where things are, not who has time.
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

// Not the uid of the event's public file: a phone that has both would show one of them only.
function retreatEntry(
  { id, name, urlName, ...rest }: FamilyRetreat,
  pageOf: (urlName: string) => string,
): FamilyEntry {
  const url = urlName === null ? null : pageOf(urlName)
  return { ...rest, uid: `guests-${id}@${venueDomain}`, title: name ?? 'Private retreat', url }
}
