/**
 * The API endpoint with which an admin searches all events: guests, waitlists, events, invoices and payments
 * (R30.9).
 */
import { z } from 'zod'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { eventSummary } from '#domain/events/contract/events.ts'
import { reservation } from '#domain/booking/contract/reservation.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, id, instantText, typedLine } from '#shared/fields.ts'

/** The shortest text that an admin can search for. A shorter one would find nearly everyone. */
export const LEAST_SEARCH = 2

const foundEvent = eventSummary.pick({
  id: true,
  name: true,
  urlName: true,
  startDateDate: true,
  endDateDate: true,
  cancelled: true,
  unpublished: true,
})
export type FoundEvent = z.output<typeof foundEvent>

const foundGuest = reservation
  .pick({ id: true, customerName: true, status: true, waitsForMailbox: true, phone: true })
  .extend({ email: z.string().nullable(), event: foundEvent })
export type FoundGuest = z.output<typeof foundGuest>

// Repeats the statuses of the database schema. Importing the schema would bundle the database library into the
// browser's code.
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
  customerName: z.string(),
  event: foundEvent,
})

const foundPayment = foundInvoice.omit({ label: true }).extend({ method: z.string(), paidAt: instantText() })

const found = z.object({
  /**
   * The guests that the search found, one for each reservation, newest first. Includes canceled reservations, but not
   * purged ones.
   */
  guests: z.array(foundGuest),
  /** The waitlist entries that the search found, newest first. */
  waitlist: z.array(foundEntry),
  events: z.array(foundEvent),
  /** The invoice with the searched number, and the newest invoices of the searched amount. */
  invoices: z.array(foundInvoice),
  /** The newest payments of the searched amount. */
  payments: z.array(foundPayment),
  /** The value of `before` for the next page of guests. Null if the search has reached the oldest guest. */
  next: z.int().nullable(),
  /**
   * The value of `beforeEntry` for the next page of waitlist entries. Null if the search has reached the oldest
   * entry.
   */
  nextEntry: z.int().nullable(),
})
export type Found = z.output<typeof found>

export const findAnything = endpoint({
  name: 'search.find',
  route: 'GET auth/search',
  summary:
    'Searches guests, waitlist entries, events, invoices and payments of the whole site for the text `q`. Finds guests and entries by a part of the name, e-mail address or phone number, events by name, invoices and reservations by number, and invoices and payments by amount (`2012.75`, `$450`). Returns guests and entries in pages: pass `next` as `before`, or `nextEntry` as `beforeEntry`, to get older ones. The searched text is never logged',
  needs: 'guests.edit',
  query: z.object({
    q: typedLine().min(LEAST_SEARCH, `Please type at least ${LEAST_SEARCH} characters`),
    before: id().optional(),
    beforeEntry: id().optional(),
  }),
  reply: found,
})
