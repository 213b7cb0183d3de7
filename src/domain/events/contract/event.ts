/** API contract for one event: what admins see of its guests, and how admins create, change and delete it. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, optionalLine, wholeNumber } from '#shared/fields.ts'
import { adminReservation } from '#domain/booking/contract/admin.ts'
import { queueCount, waitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'
import { eventDetails, eventOption, lockedPage, photo } from './events.ts'
import { EVENT_NOT_FOUND, PAYMENT_FAILURES } from './failures.ts'
import { eventChanges, eventInput } from './fields.ts'

export const eventForAdmin = eventDetails.extend({
  /** All options of the event, closed ones included. */
  options: z.array(
    eventOption.extend({
      perRoom: z.int().nullable(),
      closed: z.boolean(),
      booked: z.int(),
      /** True once any guest has chosen this option. It can then be closed but not deleted. */
      everBooked: z.boolean(),
    }),
  ),
  hostCell: z.string(),
  adminEmail: z.string(),
  hostEmail: z.string().nullable(),
  password: z.string().nullable(),
  /** Counts the edits. Clients send back the version they edited, so that a stale edit is refused. */
  version: z.int(),
})
export type EventForAdmin = z.output<typeof eventForAdmin>

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
    'Returns one event by its url name; a private event shows only its address until unlocked, an admin also gets its guests',
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

export const checkUrlValid = endpoint({
  name: 'events.checkUrlValid',
  route: 'GET auth/event/checkUrlValid',
  summary: 'Returns whether a url name is well-formed and free',
  access: 'admin',
  query: z.object({ urlName: z.string().max(200), id: id().optional() }),
  reply: z.boolean(),
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

// Admin calls about the photos of an event.

const PHOTO_NOT_FOUND = [404, 'This photo is gone.'] as const

export const updatePhoto = endpoint({
  name: 'events.updatePhoto',
  route: 'PUT auth/event/photo',
  summary: 'Sets the alternative text of a photo; null or empty marks it as purely decorative',
  access: 'admin',
  body: z.object({ id: id(), alt: optionalLine(300) }),
  reply: z.object({ photo }),
  failures: { not_found: PHOTO_NOT_FOUND },
})

export const orderPhotos = endpoint({
  name: 'events.orderPhotos',
  route: 'PUT auth/event/photos',
  summary:
    'Puts the photos of an event in the given order; photos not listed follow, unknown ids are ignored',
  access: 'admin',
  body: z.object({ eventId: id(), ids: z.array(id()).max(1000, 'Please keep this under 1000 photos') }),
  reply: z.object({ photos: z.array(photo) }),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const deletePhoto = endpoint({
  name: 'events.deletePhoto',
  route: 'DELETE auth/event/photo',
  summary: 'Removes a photo from its event',
  access: 'admin',
  query: z.object({ id: id() }),
  failures: { not_found: PHOTO_NOT_FOUND },
})
