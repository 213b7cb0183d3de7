/** An event with its guests, and what is done with all of them together. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { csvReply } from '#shared/files-and-replies.ts'
import { id } from '#shared/fields.ts'
import { moneyShown } from '#features/booking/contract.ts'
import { adminReservation } from '#features/booking/admin/contract.ts'
import {
  eventChanges,
  eventDetails,
  eventForAdmin,
  eventInput,
  lockedEvent,
} from '#features/events/contract.ts'
import { lineCount, waitlistEntry } from '#features/waitlist/contract.ts'

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/** The event as an admin sees it. Whoever signed up first stands first; ended sign-ups are there too. */
export const adminEvent = eventForAdmin.extend({
  reservations: z.array(adminReservation),
  /** How many reservations there are, also those beyond the `guests` that were asked for. */
  reservationCount: z.int(),
  /** Who holds an offer or waits, in order; those whose address is not confirmed; the others. */
  waitlists: z.array(waitlistEntry),
  /** How many there are, also those beyond the `waitlist` that were asked for. */
  waitlistCount: lineCount,
  /** An admin has stopped the offers of freed spots to the line. */
  waitlistStopped: z.boolean(),
})
export type AdminEvent = z.output<typeof adminEvent>

/** A guest as the roster's rows show one: no medical answers, no addresses, no link that opens anything. */
export const rosterGuest = adminReservation
  .pick({
    id: true,
    customerName: true,
    nickname: true,
    email: true,
    phone: true,
    foodAllergies: true,
    status: true,
    totalDue: true,
    totalPaid: true,
    fullyPaid: true,
    additionalInformationProvided: true,
    notes: true,
    directionsViewedAt: true,
    purgedAt: true,
    version: true,
  })
  .extend({ money: moneyShown.pick({ stillToPay: true, credit: true, withdrawn: true, paidUp: true }) })
export type Guest = z.output<typeof rosterGuest>

/** A page of an event stays within 150 KB however many come (R20.7); most have fewer guests than this. */
export const FIRST_GUESTS = 100

export const getEvent = endpoint({
  name: 'events.get',
  method: 'GET',
  path: 'auth/event/get',
  summary:
    'One event by its url name; a private one shows nothing until unlocked. An admin sees its guests too',
  access: 'all',
  limit: 'read',
  query: z.object({
    eventUrlName: z.string().max(200),
    /** For admins: at most so many reservations, those who signed up first; all when missing. */
    guests: z.coerce.number().int().min(0).max(1000).optional(),
    /** For admins: at most so many entries of the waitlist, the first in line; all when missing. */
    waitlist: z.coerce.number().int().min(0).max(1000).optional(),
  }),
  // The first one that fits is taken, without what it does not name.
  reply: z.union([adminEvent, eventDetails, lockedEvent]),
  failures: { not_found: EVENT_NOT_FOUND },
  // A locked one does not tell its number, and what an admin sees is never kept.
  shows: (event) => (event.locked || 'reservations' in event ? null : [`event:${event.id}`]),
})

export const listGuests = endpoint({
  name: 'roster.listGuests',
  method: 'GET',
  path: 'auth/event/guests',
  summary: 'Guests of an event as the rows of its roster, by number, a page at a time: those after `after`',
  access: 'admin',
  limit: 'read',
  query: z.object({ id: id(), after: z.coerce.number().int().min(0).default(0) }),
  reply: z.object({
    guests: z.array(rosterGuest),
    /** What `after` is for the next page; null: that was the last one. */
    next: z.int().nullable(),
  }),
  failures: { not_found: EVENT_NOT_FOUND },
})

/** The words of R11.3, at the field `urlName` with the chosen name. */
const URL_TAKEN = [409, 'That address is already taken, please choose another name.'] as const

export const createEvent = endpoint({
  name: 'events.create',
  method: 'POST',
  path: 'auth/event/create',
  summary: 'Makes an event; what is left out gets the defaults of a new one',
  access: 'admin',
  limit: 'write',
  body: eventInput,
  reply: z.object({ event: adminEvent }),
  failures: { url_taken: URL_TAKEN },
})

export const updateEvent = endpoint({
  name: 'events.update',
  method: 'PUT',
  path: 'auth/event/update',
  summary:
    'Changes an event: what is absent stays, null or empty text clears; with an outdated `version` nothing is changed. `tellGuests`: other days are mailed to everybody who is coming',
  access: 'admin',
  limit: 'write',
  body: z.object({ updateEventData: eventChanges }),
  reply: z.object({ event: adminEvent }),
  failures: {
    not_found: EVENT_NOT_FOUND,
    url_taken: URL_TAKEN,
    stale: [409, 'Somebody else has changed this event in the meantime. Nothing was saved.'],
  },
})

export const exportEvent = endpoint({
  name: 'roster.exportEvent',
  method: 'GET',
  path: 'auth/event/export',
  summary:
    'The reservations of an event as a table, one a row, without those for which a spot is only held: the fields of `Reservation` that hold one value, but the uuid, and `notes`; sums in cents. A cell that a spreadsheet could take for a formula begins with an apostrophe',
  access: 'admin',
  limit: 'read',
  gives: 'csv',
  query: z.object({ id: id() }),
  reply: csvReply,
  failures: { not_found: EVENT_NOT_FOUND },
})
