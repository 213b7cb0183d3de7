/** Builds a preview of the event's page from the values that the admin has typed. Has no side effects. */
import { isDay, type Day } from '#shared/days.ts'
import { centsOfDollars } from '#shared/money.ts'
import type { EventForAdmin } from '#domain/events/contract/event.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { aboutInput } from '#domain/events/contract/about.ts'
import { hasEnded, hasHappened, paymentSchedule, spotsLeft } from '#domain/events/rules.ts'
import type { NamedRoom } from '#domain/events/domain/lodging.ts'
import type { EventOption } from '#domain/events/domain/options.ts'
import { priceFrom, priceVaries } from '#domain/events/domain/offered-options.ts'
import { aboutInputOf } from './about-values.ts'
import { type EventValues, readOptions, typedStock } from './values.ts'

const orNull = (text: string) => text.trim() || null

/**
 * Returns the event as its page would show it. Missing values become placeholders ("Untitled event", today)
 * or are left out. `saved` is the stored event with its taken spots and photos, or null for a new event. `rooms` are the
 * venue's rooms, whose beds decide the stock of lodging that has rooms.
 */
export function previewOf(
  values: EventValues,
  saved: EventForAdmin | null,
  { today, rooms }: { today: Day; rooms: readonly NamedRoom[] },
): EventDetails {
  const startDateDate = isDay(values.startDateDate) ? values.startDateDate : today
  const endDateDate = isDay(values.endDateDate) ? values.endDateDate : startDateDate
  const cost = centsOfDollars(values.cost) ?? -1
  const spots = Math.max(0, Math.trunc(Number(values.spots) || 0))
  const reservedSpots = saved?.reservedSpots ?? 0
  const { deposit, remainder, remainderDue, dueNow } = paymentSchedule({ cost, startDateDate }, today)
  const options = optionsOf(values, saved, rooms)
  const left = spotsLeft(spots, { taken: reservedSpots, undecided: 0, options })
  return {
    id: saved?.id ?? 0,
    locked: false,
    name: values.name.trim() || 'Untitled event',
    urlName: values.urlName,
    host: orNull(values.host),
    shortDescription: orNull(values.shortDescription),
    longDescription: orNull(values.longDescription),
    includes: orNull(values.includes),
    about: aboutInput.safeParse(aboutInputOf(values.about)).data ?? null,
    costAddendum: orNull(values.costAddendum),
    startDate: values.startDate.trim() || 'Not set',
    endDate: values.endDate.trim() || values.startDate.trim() || 'Not set',
    startDateDate,
    endDateDate,
    color: values.color,
    mainImage: orNull(values.mainImage),
    secondImage: orNull(values.secondImage),
    pdfLink: orNull(values.pdfLink),
    photos: saved?.photos ?? [],
    cost,
    priceFrom: priceFrom(cost, options),
    priceVaries: cost >= 0 && priceVaries(cost, options),
    offersChoices: options.length > 0,
    options: options.filter(({ closed }) => !closed),
    today,
    deposit,
    remainder,
    remainderDue,
    dueNow,
    spots,
    reservedSpots,
    spotsLeft: Math.max(0, left),
    showWaitlist: values.showWaitlist,
    isFull: left <= 0,
    hasHappened: hasHappened(startDateDate, today),
    hasEnded: hasEnded(endDateDate, today),
    cancelled: saved?.cancelled ?? false,
    private: values.password.trim() !== '',
    revision: 0,
  }
}

function optionsOf(
  values: EventValues,
  saved: EventForAdmin | null,
  rooms: readonly NamedRoom[],
): (EventOption & EventDetails['options'][number])[] {
  return readOptions(values.options).map((typed, index) => {
    const { booked = 0, everBooked = false } = saved?.options.find(({ id }) => id === typed.id) ?? {}
    const stock = typedStock(typed, rooms)
    return {
      id: typed.id ?? -index - 1,
      kind: typed.kind,
      name: typed.name,
      description: orNull(typed.description),
      price: Math.max(0, centsOfDollars(typed.price) ?? 0),
      stock,
      left: stock === null ? null : Math.max(0, stock - booked),
      soldOut: stock !== null && stock <= booked,
      booked,
      everBooked,
      closed: typed.closed,
    }
  })
}
