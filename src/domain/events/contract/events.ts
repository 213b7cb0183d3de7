/** API contract of the public calls about events. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, instantText, requiredLine, typedLine } from '#shared/fields.ts'
import { eventAbout } from './about.ts'
import { EVENT_NOT_FOUND } from './failures.ts'

export const eventSummary = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  host: z.string().nullable(),
  shortDescription: z.string().nullable(),
  /** What the price includes, as texts separated by semicolons. */
  includes: z.string().nullable(),
  startDate: z.string(),
  startDateDate: day(),
  endDate: z.string(),
  endDateDate: day(),
  color: z.string(),
  mainImage: z.string().nullable(),
  cost: cents(),
  /**
   * The lowest price for one guest in cents: the event's cost. If the guest must choose lodging, this includes the
   * cheapest lodging that is left.
   */
  priceFrom: cents(),
  /** True if some lodging costs more than the cheapest one, which `priceFrom` includes. */
  priceVaries: z.boolean(),
  /** True if the event has options, even if all of them are closed. */
  offersChoices: z.boolean(),
  spots: z.int(),
  reservedSpots: z.int(),
  /**
   * How many more guests can sign up. Limited by free spots, and also by free lodging if guests must choose lodging
   * (R37.4). 0 if overbooked.
   */
  spotsLeft: z.int(),
  showWaitlist: z.boolean(),
  isFull: z.boolean(),
  hasHappened: z.boolean(),
  /**
   * True from the day after the event's last day at the ranch. From then on, nobody can cancel the event or add
   * guests.
   */
  hasEnded: z.boolean(),
  /** True if the venue canceled the event (R5.7). Nobody can sign up, and every guest is refunded in full. */
  cancelled: z.boolean(),
  private: z.boolean(),
  /** The number of changes to the event. Calendar files contain this number as SEQUENCE. */
  revision: z.int(),
  /**
   * Only while visitors cannot see the event (R58): whether it is a draft, or when it is published. Missing for every
   * published event.
   */
  unpublished: z.object({ publishAt: instantText().nullable() }).optional(),
})
export type EventSummary = z.output<typeof eventSummary>

export const photo = z.object({ id: z.int(), url: z.string(), alt: z.string().nullable() })
export type Photo = z.output<typeof photo>

/** An option of an event (R37). Guests choose one lodging, if there is any, and any number of extras. */
export const eventOption = z.object({
  id: z.int(),
  kind: z.enum(['lodging', 'extra']),
  name: z.string(),
  description: z.string().nullable(),
  /** Cents that the option adds to the price of a stay. */
  price: cents(),
  /**
   * `stock` is how many guests can have the option in total. `left` is how many more can have it. Null means
   * unlimited.
   */
  stock: z.int().nullable(),
  left: z.int().nullable(),
  soldOut: z.boolean(),
})

export const eventDetails = eventSummary.extend({
  locked: z.literal(false),
  costAddendum: z.string().nullable(),
  longDescription: z.string().nullable(),
  /** A usual day, the host, good to know, pictures of rooms and meals, and quotes. Null if all are empty. */
  about: eventAbout.nullable(),
  secondImage: z.string().nullable(),
  pdfLink: z.string().nullable(),
  photos: z.array(photo),
  /** The ranch day of this reply. What a guest has to pay now, and gets back, depends on it. */
  today: day(),
  /** The deposit in cents: half of the event's cost, rounded half up. */
  deposit: cents(),
  remainder: cents(),
  /** The remainder's due day, 30 days before the start. Null if nothing is left to pay after the deposit. */
  remainderDue: day().nullable(),
  /**
   * Cents that a guest must pay when signing up today: the deposit, or the full price from the remainder's due day
   * on.
   */
  dueNow: cents(),
  /** True if any discount code works for this event today (R41). Missing if none does. */
  takesCodes: z.boolean().optional(),
  /**
   * The open options, in the order of the event's page. `deposit` and `dueNow` do not include the prices of options.
   */
  options: z.array(eventOption),
})
export type EventDetails = z.output<typeof eventDetails>

/** What a browser that has not unlocked a private event gets of it: only the URL name. */
export const lockedPage = z.object({ urlName: z.string(), private: z.literal(true), locked: z.literal(true) })
export type LockedPage = z.output<typeof lockedPage>

export const listEvents = endpoint({
  name: 'events.list',
  route: 'GET auth/event/list',
  summary:
    'Returns events in the order of their start. `when` selects `current` events, which start after today, or `past` ones; without it, returns all current events and the newest past ones. `limit` is the largest number of events to return (without `when`, of past events). Pass `nextCursor` as `cursor` to get the next page: later events, or for past events earlier ones. Only admins also get private and unpublished events',
  access: 'all',
  limit: 'read',
  query: z.object({
    when: z.enum(['current', 'past']).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
    cursor: z.string().max(100).optional(),
  }),
  reply: z.object({ events: z.array(eventSummary), nextCursor: z.string().nullable() }),
  cacheBy: ['when', 'limit', 'cursor'],
})

export const publishedEvents = endpoint({
  name: 'events.published',
  route: 'GET event/published',
  summary:
    'Returns the URL name and the time of the last change of every public event, including past events, for the sitemap',
  access: 'all',
  limit: 'read',
  reply: z.array(z.object({ urlName: z.string(), updatedAt: instantText() })),
  cacheBy: [],
})

export const unlockEvent = endpoint({
  name: 'events.unlock',
  route: 'POST event/unlock',
  summary:
    'Checks the password of a private event, and sets a cookie with which this browser can open the event. Fails with `wrong_password`',
  access: 'all',
  limit: 'guess',
  body: z.object({ eventUrlName: requiredLine(), password: typedLine() }),
  failures: { not_found: EVENT_NOT_FOUND, wrong_password: [403, 'Password incorrect, try again.'] },
})

export const previewEvent = endpoint({
  name: 'events.preview',
  route: 'GET event/preview',
  summary:
    'Returns an unpublished event by the preview link that an admin created, with or without a password. Once the event is published, returns only its URL name. Fails if the link has ended',
  access: 'link',
  query: z.object({ token: z.string().max(200) }),
  reply: z.object({ urlName: z.string(), event: eventDetails.nullable() }),
  failures: { not_found: [404, 'This link no longer works'] },
})
