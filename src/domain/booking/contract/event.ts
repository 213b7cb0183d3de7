/** API contract for an event with its guests, and for how admins create, change and delete it. */
import { z } from 'zod'
import { eventForAdmin } from '#domain/events/contract/event.ts'
import { eventDetails, lockedPage } from '#domain/events/contract/events.ts'
import { EVENT_NOT_FOUND, PAYMENT_FAILURES } from '#domain/events/contract/failures.ts'
import { eventChanges, eventInput } from '#domain/events/contract/fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, wholeNumber } from '#shared/fields.ts'
import { queueCount, waitlistEntry } from '../waitlist/contract/entries.ts'
import { adminReservation } from './admin.ts'

/** An event with its guests and waitlist. Reservations are in sign-up order and include ended ones. */
export const adminEvent = eventForAdmin.extend({
  reservations: z.array(adminReservation),
  /** Counts all reservations, even if the query's `guests` limit returned fewer. */
  reservationCount: z.int(),
  /** Entries with an offer or waiting come first, in waitlist order; then unconfirmed entries; then the rest. */
  waitlists: z.array(waitlistEntry),
  /** Counts all entries, even if the query's `waitlist` limit returned fewer. */
  waitlistCount: queueCount,
  /** Spots that an admin can offer to the waitlist now (`waitlist.offerNow`). Negative if the event is overbooked. */
  spotsToOffer: z.int(),
  /** True if an admin has paused automatic waitlist offers for this event. */
  waitlistStopped: z.boolean(),
})
export type AdminEvent = z.output<typeof adminEvent>

export const getEvent = endpoint({
  name: 'events.get',
  route: 'GET auth/event/get',
  summary:
    'Returns one event by its url name; a private event shows only its url name until it is unlocked; an admin also gets its guests',
  access: 'all',
  limit: 'read',
  query: z.object({
    eventUrlName: z.string().max(200),
    /** For admins: returns at most this many reservations, the earliest sign-ups first. All if missing. */
    guests: wholeNumber(1000).optional(),
    /** For admins: returns at most this many waitlist entries, in waitlist order. All if missing. */
    waitlist: wholeNumber(1000).optional(),
  }),
  // A union returns the first schema that matches and drops fields it does not list, so the largest comes first.
  reply: z.union([adminEvent, eventDetails, lockedPage]),
  failures: { not_found: EVENT_NOT_FOUND },
  // `guests` and `waitlist` are not cache keys: only admins use them, and admin replies are never cached.
  cacheBy: ['eventUrlName'],
  cacheIf: (event) => !event.locked && !('reservations' in event),
})

/** The wording of R11.3. The reply repeats it at the field `urlName` with the chosen name. */
const URL_TAKEN = 'That address is already taken, please choose another name.'

export const createEvent = endpoint({
  name: 'events.create',
  route: 'POST auth/event/create',
  summary:
    'Creates an event, with defaults for missing fields; `copyPhotosOf` copies the photos of another event',
  access: 'admin',
  body: eventInput.safeExtend({ copyPhotosOf: id().optional() }),
  reply: z.object({ event: adminEvent }),
  failures: { url_taken: URL_TAKEN },
})

export const updateEvent = endpoint({
  name: 'events.update',
  route: 'PUT auth/event/update',
  summary:
    'Changes an event: absent fields stay, null or empty text clears; a stale `version` changes nothing; `tellGuests` e-mails new dates to confirmed guests',
  access: 'admin',
  body: z.object({ updateEventData: eventChanges }),
  reply: z.object({ event: adminEvent }),
  failures: {
    not_found: EVENT_NOT_FOUND,
    url_taken: URL_TAKEN,
    stale: 'Somebody else has changed this event in the meantime. Nothing was saved.',
  },
})

export const deleteEvent = endpoint({
  name: 'events.delete',
  route: 'DELETE auth/event/delete',
  summary:
    'Deletes an event for good with its reservations, waitlist and photos, and returns their counts; payments and refunds stay, without a name',
  access: 'admin',
  query: z.object({ id: id(), force: z.enum(['true', 'false']).optional() }),
  reply: z.object({ reservations: z.int(), waitlists: z.int(), photos: z.int() }),
  failures: {
    not_found: EVENT_NOT_FOUND,
    has_paid_reservations: 'Guests have paid for this event. Please refund them first.',
    ...PAYMENT_FAILURES,
  },
})
