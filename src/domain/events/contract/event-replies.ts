/**
 * Builds the API replies about an event from its database row. Computes derived values here, because the database
 * does not store them.
 */
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { events } from '#platform/database/schema/events.ts'
import { priceFrom, priceVaries } from '../domain/offered-options.ts'
import { isPublished, type Publication, publicationAt } from '../domain/publication.ts'
import { canOfferOptions, leftOf, type OptionWithTexts } from '../domain/options.ts'
import { type Spots, spotsLeft, hasEnded, hasHappened, paymentSchedule, revisionOf } from '../rules.ts'
import type { EventForAdmin } from './event.ts'
import type { EventDetails, EventSummary, Photo } from './events.ts'

type EventRow = typeof events.$inferSelect

/** Returns the short form of an event for lists. `now` decides whether the event is past. */
export function toEventSummary(event: EventRow, spots: Spots, now: Date): EventSummary {
  const { taken, options } = spots
  const left = spotsLeft(event.spots, spots)
  return {
    id: event.id,
    name: event.name,
    urlName: event.urlName,
    host: event.host,
    shortDescription: event.shortDescription,
    includes: event.includes,
    startDate: event.startDate,
    startDateDate: event.startDateDate,
    endDate: event.endDate,
    endDateDate: event.endDateDate,
    color: event.color,
    mainImage: event.mainImage,
    cost: event.cost,
    priceFrom: priceFrom(event.cost, options),
    priceVaries: canOfferOptions(event.cost) && priceVaries(event.cost, options),
    offersChoices: canOfferOptions(event.cost) && options.length > 0,
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
    ...unpublishedMark(event, now),
  }
}

/** Returns the mark of an event that visitors cannot see at `now`, for replies to staff. Empty for all others. */
export const unpublishedMark = (event: Publication, now: Date): Pick<EventSummary, 'unpublished'> =>
  isPublished(event, now) ? {} : { unpublished: { publishAt: toInstant(event.publishAt) } }

const toInstant = (at: Date | null) => at && at.toISOString()

interface PageFacts {
  spots: Spots
  photos: Photo[]
  /** True if some discount code works for this event today. */
  takesCodes: boolean
  now: Date
}

/** Returns the public form of an event, with the amounts and due days for a guest who signs up now. */
export function toEventDetails(event: EventRow, { spots, photos, takesCodes, now }: PageFacts): EventDetails {
  const today = ranchDay(now)
  const { deposit, remainder, remainderDue, dueNow } = paymentSchedule(event, today)
  return {
    ...toEventSummary(event, spots, now),
    locked: false,
    costAddendum: event.costAddendum,
    longDescription: event.longDescription,
    about: event.about,
    secondImage: event.secondImage,
    pdfLink: event.pdfLink,
    photos,
    today,
    deposit,
    remainder,
    remainderDue,
    dueNow,
    ...(takesCodes && { takesCodes }),
    options: canOfferOptions(event.cost) ? toOpenOptions(spots) : [],
  }
}

/**
 * Returns an event's spots and options as shown to a guest who already has the options `own`. Each of these options
 * counts as open and as not taken by this guest. Its price is the one in `own`, or today's price if `own` has none.
 */
export function spotsSeenByGuest(spots: Spots, own: readonly { id: number; price?: Cents }[]): Spots {
  const options = spots.options.map((option) => {
    const mine = own.find(({ id }) => id === option.id)
    return mine
      ? { ...option, price: mine.price ?? option.price, booked: option.booked - 1, closed: false }
      : option
  })
  return { ...spots, options }
}

/** Returns the open options of an event, with the number of each that is left. */
export const toOpenOptions = ({ options }: Spots): EventDetails['options'] =>
  options.filter(({ closed }) => !closed).map(toOption)

function toOption(option: OptionWithTexts): EventDetails['options'][number] {
  const { id, kind, name, description, price, stock } = option
  const left = leftOf(option)
  return { id, kind, name, description, price, stock, left, soldOut: left === 0 }
}

export function toEventForAdmin(event: EventRow, seen: PageFacts): EventForAdmin {
  const { hostCell, adminEmail, hostEmail, password, version } = event
  const { status, publishAt } = publicationAt(event, seen.now)
  const options = seen.spots.options.map((option) => {
    const { perRoom, rooms, closed, booked, everBooked } = option
    return { ...toOption(option), perRoom, rooms, closed, booked, everBooked }
  })
  return {
    ...toEventDetails(event, seen),
    status,
    publishAt: toInstant(publishAt),
    options,
    hostCell,
    adminEmail,
    hostEmail,
    password,
    version,
  }
}
