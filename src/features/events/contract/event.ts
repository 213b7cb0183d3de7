/** One event with what admins see of its guests, and how it is made, changed and deleted. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, optionalLine, wholeNumber } from '#shared/fields.ts'
import { adminReservation } from '#features/booking/contract/admin.ts'
import { queueCount, waitlistEntry } from '#features/waitlist/contract/entries.ts'
import { eventDetails, eventOption, lockedPage, photo } from './events.ts'
import { EVENT_NOT_FOUND, PAYMENT_FAILURES } from './failures.ts'
import { eventChanges, eventInput } from './fields.ts'

export const eventForAdmin = eventDetails.extend({
  /** Closed ones too. */
  options: z.array(
    eventOption.extend({
      perRoom: z.int().nullable(),
      closed: z.boolean(),
      booked: z.int(),
      /** Somebody has chosen it once: it can be closed, not deleted. */
      everBooked: z.boolean(),
    }),
  ),
  hostCell: z.string(),
  adminEmail: z.string(),
  hostEmail: z.string().nullable(),
  password: z.string().nullable(),
  /** Raised by each edit: the one that an edit was made of. */
  version: z.int(),
})
export type EventForAdmin = z.output<typeof eventForAdmin>

/** An event with its guests and its waitlist. Whoever signed up first stands first; ended sign-ups are there too. */
export const adminEvent = eventForAdmin.extend({
  reservations: z.array(adminReservation),
  /** The number of reservations, also those beyond the `guests` that were asked for. */
  reservationCount: z.int(),
  /** The entries that hold an offer or wait, in order; those whose address is not confirmed; the others. */
  waitlists: z.array(waitlistEntry),
  /** The numbers of them, also those beyond the `waitlist` that were asked for. */
  waitlistCount: queueCount,
  /** The number of spots that an admin can offer to who waits (`waitlist.offerNow`); below 0: more came than there are. */
  spotsToOffer: z.int(),
  /** An admin has stopped the offers of freed spots to the queue. */
  waitlistStopped: z.boolean(),
})
export type AdminEvent = z.output<typeof adminEvent>

export const getEvent = endpoint({
  name: 'events.get',
  route: 'GET auth/event/get',
  summary:
    'One event by its url name; a private one shows nothing until unlocked. An admin sees its guests too',
  access: 'all',
  limit: 'read',
  query: z.object({
    eventUrlName: z.string().max(200),
    /** For admins: at most so many reservations, those who signed up first; all when missing. */
    guests: wholeNumber(1000).optional(),
    /** For admins: at most so many entries of the waitlist, the first on the waitlist; all when missing. */
    waitlist: wholeNumber(1000).optional(),
  }),
  // The first one that fits is taken, without what it does not name.
  reply: z.union([adminEvent, eventDetails, lockedPage]),
  failures: { not_found: EVENT_NOT_FOUND },
  // `guests` and `waitlist` are for admins, whose replies are not cached.
  cacheBy: ['eventUrlName'],
  cacheIf: (event) => !event.locked && !('reservations' in event),
})

export const checkUrlValid = endpoint({
  name: 'events.checkUrlValid',
  route: 'GET auth/event/checkUrlValid',
  summary: 'Whether a url name is well-formed and free',
  access: 'admin',
  query: z.object({ urlName: z.string().max(200), id: id().optional() }),
  reply: z.boolean(),
})

/** The words of R11.3, at the field `urlName` with the chosen name. */
const URL_TAKEN = 'That address is already taken, please choose another name.'

export const createEvent = endpoint({
  name: 'events.create',
  route: 'POST auth/event/create',
  summary:
    'Makes an event; what is left out gets the defaults of a new one. `copyPhotosOf`: the event whose photos it gets too',
  access: 'admin',
  body: eventInput.safeExtend({ copyPhotosOf: id().optional() }),
  reply: z.object({ event: adminEvent }),
  failures: { url_taken: URL_TAKEN },
})

export const updateEvent = endpoint({
  name: 'events.update',
  route: 'PUT auth/event/update',
  summary:
    'Changes an event: what is absent stays, null or empty text clears; with an outdated `version` nothing is changed. `tellGuests`: new dates are e-mailed to everybody who is coming',
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
    'Deletes an event with its reservations, waitlist and photos, for good, and tells how many there were; payment and refund rows stay, without a name',
  access: 'admin',
  query: z.object({ id: id(), force: z.enum(['true', 'false']).optional() }),
  reply: z.object({ reservations: z.int(), waitlists: z.int(), photos: z.int() }),
  failures: {
    not_found: EVENT_NOT_FOUND,
    has_paid_reservations: 'Guests have paid for this event. Please refund them first.',
    ...PAYMENT_FAILURES,
  },
})

// The calls of admins about the photos of an event.

const PHOTO_NOT_FOUND = [404, 'This photo is gone.'] as const

export const updatePhoto = endpoint({
  name: 'events.updatePhoto',
  route: 'PUT auth/event/photo',
  summary: 'Says what a photo shows, for those who do not see it; null or empty: purely decorative',
  access: 'admin',
  body: z.object({ id: id(), alt: optionalLine(300) }),
  reply: z.object({ photo }),
  failures: { not_found: PHOTO_NOT_FOUND },
})

export const orderPhotos = endpoint({
  name: 'events.orderPhotos',
  route: 'PUT auth/event/photos',
  summary:
    'Puts the photos of an event in the given order; ones that are not named follow, strange ones are ignored',
  access: 'admin',
  body: z.object({ eventId: id(), ids: z.array(id()).max(1000, 'Please keep this under 1000 photos') }),
  reply: z.object({ photos: z.array(photo) }),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const deletePhoto = endpoint({
  name: 'events.deletePhoto',
  route: 'DELETE auth/event/photo',
  summary: 'Takes a photo off its event',
  access: 'admin',
  query: z.object({ id: id() }),
  failures: { not_found: PHOTO_NOT_FOUND },
})
