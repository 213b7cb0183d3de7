/** An event's row as the contract shows it. What can be computed is computed here, never stored. */
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { events } from '#platform/database/schema/events.ts'
import { priceFrom, priceVaries } from '../domain/offered-options.ts'
import { isOffering, leftOf, type OptionInFull } from '../domain/options.ts'
import { type Spots, spotsLeft, hasEnded, hasHappened, paymentSchedule, revisionOf } from '../rules.ts'
import type { EventForAdmin } from './event.ts'
import type { EventDetails, EventSummary, Photo } from './events.ts'

type EventRow = typeof events.$inferSelect

/** The short form; `now` decides what is past. */
export function toEventSummary(event: EventRow, spots: Spots, now: Date): EventSummary {
  const { taken, options } = spots
  const left = spotsLeft(event.spots, spots)
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
    priceFrom: priceFrom(event.cost, options),
    priceVaries: isOffering(event.cost) && priceVaries(event.cost, options),
    offersChoices: isOffering(event.cost) && options.length > 0,
    spots: event.spots,
    reservedSpots: taken,
    spotsLeft: Math.max(0, left),
    showWaitlist: event.showWaitlist,
    isFull: left <= 0,
    hasHappened: hasHappened(event.startDateDate, ranchDay(now)),
    hasEnded: hasEnded(event.endDateDate, ranchDay(now)),
    cancelled: event.cancelledAt !== null,
    private: event.password !== null,
    revision: revisionOf(event),
  }
}

interface Seen {
  spots: Spots
  photos: Photo[]
  /** There is a code for it today. */
  takesCodes: boolean
  now: Date
}

/** The long form, with the payments of a guest who signs up now. */
export function toEventDetails(event: EventRow, { spots, photos, takesCodes, now }: Seen): EventDetails {
  const { deposit, remainder, remainderDue, dueNow } = paymentSchedule(event, ranchDay(now))
  return {
    ...toEventSummary(event, spots, now),
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
    ...(takesCodes && { takesCodes }),
    options: isOffering(event.cost) ? toOffered(spots) : [],
  }
}

/** An event's spots for somebody who has these choices, or is left them: of those there is one more, at the price that they have it at, else today's. */
export function spotsFor(spots: Spots, own: readonly { id: number; price?: Cents }[]): Spots {
  const options = spots.options.map((option) => {
    const mine = own.find(({ id }) => id === option.id)
    return mine
      ? { ...option, price: mine.price ?? option.price, booked: option.booked - 1, closed: false }
      : option
  })
  return { ...spots, options }
}

/** The choices of an event for the guest whom its spots are for. */
export const toOffered = ({ options }: Spots): EventDetails['options'] =>
  options.filter(({ closed }) => !closed).map(toOption)

function toOption(option: OptionInFull): EventDetails['options'][number] {
  const { id, kind, name, description, price, stock } = option
  const left = leftOf(option)
  return { id, kind, name, description, price, stock, left, soldOut: left === 0 }
}

export function toEventForAdmin(event: EventRow, seen: Seen): EventForAdmin {
  const { hostCell, adminEmail, hostEmail, password, version } = event
  const options = seen.spots.options.map((option) => {
    const { perRoom, closed, booked, everBooked } = option
    return { ...toOption(option), perRoom, closed, booked, everBooked }
  })
  return { ...toEventDetails(event, seen), options, hostCell, adminEmail, hostEmail, password, version }
}
