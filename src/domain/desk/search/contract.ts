/** The API endpoint of an admin's search over all events: guests, waitlists, events and invoices (R30.9). */
import { z } from 'zod'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { eventSummary } from '#domain/events/contract/events.ts'
import { reservation } from '#domain/booking/contract/reservation.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, id, typedLine } from '#shared/fields.ts'

/** The shortest search text. Fewer characters would find nearly everyone. */
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

// Repeated here, because importing the schema's list would bundle the database library for the browser.
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
  /** The guest's name. Empty if the guest was purged. */
  customerName: z.string(),
  event: foundEvent,
})

const found = z.object({
  /** The found guests by reservation, newest first. Includes canceled reservations, but no purged ones. */
  guests: z.array(foundGuest),
  /** The found waitlist entries, newest first. */
  waitlist: z.array(foundEntry),
  events: z.array(foundEvent),
  invoices: z.array(foundInvoice),
  /** The `before` of the next page of guests. Null if all were searched. */
  next: z.int().nullable(),
  /** The `beforeEntry` of the next page of waitlist entries. Null if all were searched. */
  nextEntry: z.int().nullable(),
})
export type Found = z.output<typeof found>

export const findAnything = endpoint({
  name: 'search.find',
  route: 'GET auth/search',
  summary:
    'Searches guests and waitlist entries by part of a name, e-mail or phone, events by name, and invoices or reservations by number. Returns guests and entries in pages: pass `next` as `before` and `nextEntry` as `beforeEntry` to get only older ones. The search text is never logged',
  access: 'admin',
  query: z.object({
    q: typedLine().min(LEAST_SEARCH, `Please type at least ${LEAST_SEARCH} characters`),
    before: id().optional(),
    beforeEntry: id().optional(),
  }),
  reply: found,
})
