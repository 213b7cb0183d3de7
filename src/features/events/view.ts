/** An event's row as the contract shows it. What can be computed is computed here, never stored. */
import { ranchDay } from '#shared/days.ts'
import type { EventForAdmin } from './contract/admin.ts'
import type { EventDetails, EventSummary } from './contract/events.ts'
import { hasEnded, hasHappened, isFull, paymentSchedule, revisionOf } from './rules.ts'
import type { EventRow, PhotoRow } from './store/events.ts'

/** The short form. `taken` are the confirmed and pending reservations; `now` decides what is past. */
export function toEventSummary(event: EventRow, taken: number, now: Date): EventSummary {
  return {
    id: event.id,
    name: event.name,
    urlName: event.urlName,
    host: event.host,
    shortDescription: event.shortDescription,
    startDate: event.startDate,
    startDateDate: event.startDateDate,
    endDate: event.endDate,
    endDateDate: event.endDateDate,
    color: event.color,
    mainImage: event.mainImage,
    cost: event.cost,
    spots: event.spots,
    reservedSpots: taken,
    showWaitlist: event.showWaitlist,
    isFull: isFull(event.spots, taken),
    hasHappened: hasHappened(event.startDateDate, ranchDay(now)),
    hasEnded: hasEnded(event.endDateDate, ranchDay(now)),
    cancelled: event.cancelledAt !== null,
    private: event.password !== null,
    revision: revisionOf(event),
  }
}

interface Seen {
  taken: number
  photos: PhotoRow[]
  now: Date
}

/** The long form, with the payments of a guest who signs up now. */
export function toEventDetails(event: EventRow, { taken, photos, now }: Seen): EventDetails {
  const { deposit, remainder, remainderDue, dueNow } = paymentSchedule(event, ranchDay(now))
  return {
    ...toEventSummary(event, taken, now),
    locked: false,
    costAddendum: event.costAddendum,
    includes: event.includes,
    longDescription: event.longDescription,
    secondImage: event.secondImage,
    pdfLink: event.pdfLink,
    photos,
    deposit,
    remainder,
    remainderDue,
    dueNow,
  }
}

/** The long form with what only admins see. */
export function toEventForAdmin(event: EventRow, seen: Seen): EventForAdmin {
  const { hostCell, adminEmail, hostEmail, password, version } = event
  return { ...toEventDetails(event, seen), hostCell, adminEmail, hostEmail, password, version }
}
