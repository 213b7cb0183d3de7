/** API contract of the house: what is on which dates (R61). */
import { z } from 'zod'
import { eventSummary } from '#domain/events/contract/events.ts'
import { endpoint } from '#shared/endpoint.ts'
import { day } from '#shared/fields.ts'

/** What can be on a date: an event of the site, or an entry of the family calendar. */
export const HOUSE_KINDS = ['event', 'family'] as const

export const houseEntry = z.object({
  kind: z.enum(HOUSE_KINDS),
  /** The id of the event or calendar entry. Only unique together with `kind`. */
  id: z.int(),
  title: z.string(),
  start: day(),
  /** The last day, inclusive. */
  end: day(),
  /** Only for events. */
  urlName: z.string().optional(),
  /** Only for events that visitors cannot see: when they will, or null for a draft. */
  unpublished: eventSummary.shape.unpublished,
})
export type HouseEntry = z.output<typeof houseEntry>

/** The largest number of days in one request. */
export const MOST_DAYS = 731

export const listHouse = endpoint({
  name: 'house.list',
  route: 'GET auth/house',
  summary:
    'Returns everything that is at the house on any day from `from` through `to` (at most 731 days), sorted by start: events and entries of the family calendar. `end` is the last day. Includes private and unpublished events; an unpublished one has `unpublished`. Omits canceled events',
  needs: 'events.see',
  query: z.object({ from: day(), to: day() }),
  reply: z.object({ entries: z.array(houseEntry) }),
})
