/** Rules for who can see an event, and for publishing it now, later or not yet (R58). Pure. */
import { EVENT_STATUSES, type EventStatus } from '#platform/database/schema/events.ts'
import { type Day, ranchInstant } from '#shared/days.ts'

export { EVENT_STATUSES, type EventStatus }

/** How an event is stored. `publishAt` is null unless the event is scheduled. */
export interface Publication {
  status: EventStatus
  publishAt: Date | null
}

/**
 * Returns true if visitors can see the event: it is published, or its time has come. The time alone decides, so no
 * job has to run, and an event is on time even after the site was down. `publishedAt` is the same condition in SQL.
 */
export const isPublished = ({ status, publishAt }: Publication, now: Date): boolean =>
  status === 'published' || (publishAt !== null && publishAt <= now)

/** Returns the publication as people see it at `now`: a scheduled event whose time has come is published. */
export const publicationAt = (event: Publication, now: Date): Publication =>
  isPublished(event, now)
    ? { status: 'published', publishAt: null }
    : { status: event.status, publishAt: event.publishAt }

/** What an admin asks for. Missing fields stay unchanged. */
export interface PublicationInput {
  status?: EventStatus | undefined
  publishAt?: Date | null | undefined
}

export const NOT_SCHEDULED = 'Only a scheduled event has this. Please send the status `scheduled` too'
export const PUBLISH_AT_PASSED = 'That time has already passed. Please choose a later one, or publish now'
export const PUBLISH_AT_TOO_LATE = 'The event has begun by then. Please choose a time before its start date'
export const PUBLISH_AT_MISSING = 'Please choose the day and time'

/**
 * Returns why an event cannot be published at this time, or null if it can. The time must be before the event's first
 * day at the ranch, because nobody can sign up from then on.
 */
export function publishAtProblem(
  publishAt: Date | null,
  { now, startDateDate }: { now: Date; startDateDate: Day },
): string | null {
  if (publishAt === null) return PUBLISH_AT_MISSING
  if (publishAt <= now) return PUBLISH_AT_PASSED
  return publishAt < ranchInstant(startDateDate) ? null : PUBLISH_AT_TOO_LATE
}

/**
 * Returns the publication after an admin's edit, or the problem with its `publishAt`. `current` is null for a new
 * event, which is published unless the admin says otherwise. `startDateDate` is the first day after the edit.
 */
export function nextPublication(
  current: Publication | null,
  { status, publishAt }: PublicationInput,
  { now, startDateDate }: { now: Date; startDateDate: Day },
): Publication | { problem: string } {
  const before = current ? publicationAt(current, now) : { status: 'published' as const, publishAt: null }
  const next = { status: status ?? before.status, publishAt: null }
  if (next.status !== 'scheduled')
    return publishAt ? { problem: NOT_SCHEDULED } : status === undefined && current ? current : next
  const wanted = publishAt === undefined ? before.publishAt : publishAt
  const problem = publishAtProblem(wanted, { now, startDateDate })
  return problem === null ? { ...next, publishAt: wanted } : { problem }
}
