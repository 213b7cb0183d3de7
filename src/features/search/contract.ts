/** An admin's search over all events: guests, the waitlists, events, invoices (R30.9). */
import { z } from 'zod'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { eventSummary } from '#features/events/contract/events.ts'
import { reservation } from '#features/booking/contract/reservation.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, id, typedLine } from '#shared/fields.ts'

/** Fewer characters would find nearly everybody. */
export const LEAST_SEARCH = 2

const foundEvent = eventSummary.pick({
  id: true,
  name: true,
  urlName: true,
  startDateDate: true,
  endDateDate: true,
  cancelled: true,
})
export type FoundEvent = z.output<typeof foundEvent>

const foundGuest = reservation
  .pick({ id: true, customerName: true, status: true, waitsForMailbox: true, phone: true })
  .extend({ email: z.string().nullable(), event: foundEvent })
export type FoundGuest = z.output<typeof foundGuest>

// The schema's own list would bring the database's library into the browser.
const STATES = [
  'unconfirmed',
  'waiting',
  'offered',
  'booked',
  'declined',
  'lapsed',
  'skipped',
] as const satisfies readonly EntryState[]

const foundEntry = z.object({
  id: z.int(),
  customerName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  state: z.enum(STATES),
  event: foundEvent,
})
export type FoundEntry = z.output<typeof foundEntry>

const foundInvoice = z.object({
  id: z.int(),
  label: z.string(),
  amount: cents(),
  reservationId: z.int(),
  /** Empty once it is purged. */
  customerName: z.string(),
  event: foundEvent,
})

const found = z.object({
  /** By reservation, the newest first; also cancelled ones, never purged ones. */
  guests: z.array(foundGuest),
  /** The newest first. */
  waitlist: z.array(foundEntry),
  events: z.array(foundEvent),
  invoices: z.array(foundInvoice),
  /** The `before` of the next page of guests; null: all were looked at. */
  next: z.int().nullable(),
  /** The `beforeEntry` of the next page of the waitlists; null: all were looked at. */
  nextEntry: z.int().nullable(),
})
export type Found = z.output<typeof found>

export const findAnything = endpoint({
  name: 'search.find',
  route: 'GET auth/search',
  summary:
    'Finds guests of all events and those on waitlists by a part of their name, email or phone, events by their name, an invoice or reservation by its number. Guests and those on waitlists come a page at a time: with `before` and `beforeEntry` those before that reservation and that entry, and nothing else. Nothing of what is searched for is logged',
  access: 'admin',
  query: z.object({
    q: typedLine().min(LEAST_SEARCH, `Please type at least ${LEAST_SEARCH} characters`),
    before: id().optional(),
    beforeEntry: id().optional(),
  }),
  reply: found,
})
