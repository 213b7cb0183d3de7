/** The calls about events. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, instantText, requiredLine, typedLine } from '#shared/fields.ts'
import { EVENT_NOT_FOUND } from './failures.ts'

export const eventSummary = z.object({
  id: z.int(),
  name: z.string(),
  urlName: z.string(),
  host: z.string().nullable(),
  shortDescription: z.string().nullable(),
  startDate: z.string(),
  startDateDate: day(),
  endDate: z.string(),
  endDateDate: day(),
  color: z.string(),
  mainImage: z.string().nullable(),
  cost: cents(),
  /** The least that a guest pays: the cost, with the cheapest lodging that is left where one must be chosen. */
  priceFrom: cents(),
  /** Another lodging costs more. */
  priceVaries: z.boolean(),
  /** There is something to choose, closed ones too. */
  offersChoices: z.boolean(),
  spots: z.int(),
  reservedSpots: z.int(),
  /** The number of guests who still can come, of spots and of lodging where one must be chosen (R37.4); 0 when overbooked, too. */
  spotsLeft: z.int(),
  showWaitlist: z.boolean(),
  isFull: z.boolean(),
  hasHappened: z.boolean(),
  /** The ranch's day is after its last: it can neither be cancelled nor take new guests. */
  hasEnded: z.boolean(),
  /** The retreat has cancelled it (R5.7): nobody can sign up, and everybody gets everything back. */
  cancelled: z.boolean(),
  private: z.boolean(),
  /** The number of its changes: the sequence of its calendar files. */
  revision: z.int(),
})
export type EventSummary = z.output<typeof eventSummary>

export const photo = z.object({ id: z.int(), url: z.string(), alt: z.string().nullable() })
export type Photo = z.output<typeof photo>

/** A choice of a guest: one lodging where there is any, and any number of extras (R37). */
export const eventOption = z.object({
  id: z.int(),
  kind: z.enum(['lodging', 'extra']),
  name: z.string(),
  description: z.string().nullable(),
  /** Cents on top of the cost. */
  price: cents(),
  /** The number of guests who can have it, and of those who still can; null: as many as come. */
  stock: z.int().nullable(),
  left: z.int().nullable(),
  soldOut: z.boolean(),
})

export const eventDetails = eventSummary.extend({
  locked: z.literal(false),
  costAddendum: z.string().nullable(),
  includes: z.string().nullable(),
  longDescription: z.string().nullable(),
  secondImage: z.string().nullable(),
  pdfLink: z.string().nullable(),
  photos: z.array(photo),
  /** Cents: half the cost, rounded half up. */
  deposit: cents(),
  remainder: cents(),
  /** 30 calendar days before the start; null when nothing remains. */
  remainderDue: day().nullable(),
  /** Cents to pay when signing up now: the deposit, or the whole from the remainder's due day on. */
  dueNow: cents(),
  /** A code could take something off a stay today (R41); missing: none could. */
  takesCodes: z.boolean().optional(),
  /** In the order of the page, without those that are closed. With them the sums above are those of the cost alone. */
  options: z.array(eventOption),
})
export type EventDetails = z.output<typeof eventDetails>

/** A private event before its password: nothing but its address. */
export const lockedPage = z.object({ urlName: z.string(), private: z.literal(true), locked: z.literal(true) })
export type LockedPage = z.output<typeof lockedPage>

export const listEvents = endpoint({
  name: 'events.list',
  route: 'GET auth/event/list',
  summary: 'Events by start date ascending; past ones in pages from the newest back',
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
    'The address of every public event, past ones too, with the time of its last edit: for the sitemap',
  access: 'all',
  limit: 'read',
  reply: z.array(z.object({ urlName: z.string(), updatedAt: instantText() })),
  cacheBy: [],
})

export const unlockEvent = endpoint({
  name: 'events.unlock',
  route: 'POST event/unlock',
  summary: 'Opens a private event for this browser',
  access: 'all',
  limit: 'guess',
  body: z.object({ eventUrlName: requiredLine(), password: typedLine() }),
  failures: { not_found: EVENT_NOT_FOUND, wrong_password: [403, 'Password incorrect, try again.'] },
})
