/** An event with its guests, and what is done with all of them together (CONTRACT sections 2 and 3). */
import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { csvReply } from '../../shared/exchange.ts'
import { id } from '../../shared/fields.ts'
import { adminReservation } from '../booking/admin/contract.ts'
import { eventChanges, eventDetails, eventForAdmin, eventInput, lockedEvent } from '../events/contract.ts'
import { waitlistEntry } from '../waitlist/contract.ts'

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/** The event as an admin sees it. Whoever signed up first stands first; ended sign-ups are there too. */
export const adminEvent = eventForAdmin.extend({
  reservations: z.array(adminReservation),
  waitlists: z.array(waitlistEntry),
  /** An admin has stopped the offers of freed spots to the line. */
  waitlistStopped: z.boolean(),
})
export type AdminEvent = z.output<typeof adminEvent>

export const getEvent = endpoint({
  name: 'events.get',
  method: 'GET',
  path: 'auth/event/get',
  summary:
    'One event by its url name; a private one shows nothing until unlocked. An admin sees its guests too',
  access: 'all',
  limit: 'read',
  query: z.object({ eventUrlName: z.string().max(200) }),
  // The first one that fits is taken, without what it does not name.
  reply: z.union([adminEvent, eventDetails, lockedEvent]),
  failures: { not_found: EVENT_NOT_FOUND },
  // A locked one does not tell its number, and what an admin sees is never kept.
  shows: (event) => (event.locked || 'reservations' in event ? null : [`event:${event.id}`]),
})

/** The words of SPEC section 5, at the field `urlName` with the chosen name. */
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
    'Changes an event: what is absent stays, null or empty text clears; with an outdated `version` nothing is changed',
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
    'The reservations of an event as a table, one a row: the fields of `Reservation` that hold one value, but the uuid, and `notes`; sums in cents. A cell that a spreadsheet could take for a formula begins with an apostrophe',
  access: 'admin',
  limit: 'read',
  gives: 'csv',
  query: z.object({ id: id() }),
  reply: csvReply,
  failures: { not_found: EVENT_NOT_FOUND },
})
