/** The calls about events. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, id, instantText, optionalLine, requiredLine } from '#shared/fields.ts'
import { changedEventFields, newEventFields } from './fields-contract.ts'
import { ENDS_TOO_EARLY, daysInOrder } from './rules.ts'

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
  spots: z.int(),
  reservedSpots: z.int(),
  showWaitlist: z.boolean(),
  isFull: z.boolean(),
  hasHappened: z.boolean(),
  /** The ranch's day is after its last: it can neither be cancelled nor take new guests. */
  hasEnded: z.boolean(),
  /** The retreat has cancelled it (R5.7): nobody can sign up, and everybody gets everything back. */
  cancelled: z.boolean(),
  private: z.boolean(),
  /** How often it has changed: the sequence of its calendar files. */
  revision: z.int(),
})
export type EventSummary = z.output<typeof eventSummary>

export const photo = z.object({ id: z.int(), url: z.string(), alt: z.string().nullable() })
export type Photo = z.output<typeof photo>

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
})
export type EventDetails = z.output<typeof eventDetails>

/** With what only admins see. Guests and waitlist are the roster's. */
export const eventForAdmin = eventDetails.extend({
  hostCell: z.string(),
  adminEmail: z.string(),
  password: z.string().nullable(),
  /** Raised by each edit: the one that an edit was made of. */
  version: z.int(),
})
export type EventForAdmin = z.output<typeof eventForAdmin>

/** A private event before its password: nothing but its address. */
export const lockedEvent = z.object({
  urlName: z.string(),
  private: z.literal(true),
  locked: z.literal(true),
})
export type LockedEvent = z.output<typeof lockedEvent>

const NOT_FOUND = [404, 'Event Not Found'] as const

/** What every call that would bring somebody to a cancelled event is refused with. */
export const EVENT_CANCELLED = [409, 'This retreat has been cancelled.'] as const

/** What would bring somebody to a retreat that is over is refused with. */
export const EVENT_ENDED = [409, 'This retreat is over: nobody can be added to it any more.'] as const

export const listEvents = endpoint({
  name: 'events.list',
  method: 'GET',
  path: 'auth/event/list',
  summary: 'Events by start date ascending; past ones in pages from the newest back',
  access: 'all',
  limit: 'read',
  query: z.object({
    when: z.enum(['current', 'past']).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
    cursor: z.string().max(100).optional(),
  }),
  reply: z.object({ events: z.array(eventSummary), nextCursor: z.string().nullable() }),
  shows: () => ['events'],
})

export const publishedEvents = endpoint({
  name: 'events.published',
  method: 'GET',
  path: 'event/published',
  summary:
    'The address of every public event, past ones too, with the time of its last edit: for the sitemap',
  access: 'all',
  limit: 'read',
  reply: z.array(z.object({ urlName: z.string(), updatedAt: instantText() })),
  shows: () => ['events'],
})

export const unlockEvent = endpoint({
  name: 'events.unlock',
  method: 'POST',
  path: 'event/unlock',
  summary: 'Opens a private event for this browser',
  access: 'all',
  limit: 'guess',
  body: z.object({ eventUrlName: requiredLine(), password: z.string().max(200) }),
  reply: z.object({}),
  failures: { not_found: NOT_FOUND, wrong_password: [403, 'Password incorrect, try again.'] },
})

export const checkUrlValid = endpoint({
  name: 'events.checkUrlValid',
  method: 'GET',
  path: 'auth/event/checkUrlValid',
  summary: 'Whether a url name is well-formed and free',
  access: 'admin',
  limit: 'read',
  query: z.object({ urlName: z.string().max(200), id: id().optional() }),
  reply: z.boolean(),
})

const twoDays = newEventFields.pick({ startDateDate: true, endDateDate: true })

/** A new event (R10.1): for the form's resolver too, which gives the cost in cents. */
export const eventInput = newEventFields.refine(daysInOrder, {
  path: ['endDateDate'],
  error: ENDS_TOO_EARLY,
  // Told beside what is wrong elsewhere, as soon as there are two days.
  when: ({ value }) => twoDays.safeParse(value).success,
})
/** As it is typed and sent; `EventInput` is what the check makes of it. */
export type EventInputSent = z.input<typeof eventInput>
export type EventInput = z.output<typeof eventInput>

/** Changes of an event. Whether its days go together is checked with the ones it has. */
export const eventChanges = changedEventFields.extend({
  id: id(),
  version: z.int().positive().optional(),
  /** Other days are mailed to everybody who is coming. */
  tellGuests: z.boolean().optional(),
})
export type EventChanges = z.output<typeof changedEventFields>

/** What a deletion is refused with while the bank or the provider has not decided (R5.11). */
export const PAYMENT_FAILURES = {
  payment_processing: [
    409,
    'A bank is working on a payment right now. Nothing was deleted; please wait for its answer and try again.',
  ],
  payment_arrived: [
    409,
    'A payment arrived just now. It is in the books and nothing was deleted; please look again.',
  ],
  changed_meanwhile: [
    409,
    'Somebody is signing up or paying at this moment. Nothing was deleted; please try again.',
  ],
} as const

/** Its handler is the roster's, which knows the event's guests. */
export const deleteEvent = endpoint({
  name: 'events.delete',
  method: 'DELETE',
  path: 'auth/event/delete',
  summary:
    'Deletes an event with its reservations, waitlist and photos, for good, and tells how many there were; payment and refund rows stay, without a name',
  access: 'admin',
  limit: 'write',
  query: z.object({ id: id(), force: z.enum(['true', 'false']).optional() }),
  reply: z.object({ reservations: z.int(), waitlists: z.int(), photos: z.int() }),
  failures: {
    not_found: NOT_FOUND,
    has_paid_reservations: [409, 'Guests have paid for this event. Please refund them first.'],
    ...PAYMENT_FAILURES,
  },
})

const PHOTO_NOT_FOUND = [404, 'This photo is not there any more.'] as const

export const updatePhoto = endpoint({
  name: 'events.updatePhoto',
  method: 'PUT',
  path: 'auth/event/photo',
  summary: 'Says what a photo shows, for those who do not see it; null or empty: nothing worth telling',
  access: 'admin',
  limit: 'write',
  body: z.object({ id: id(), alt: optionalLine(300) }),
  reply: z.object({ photo }),
  failures: { not_found: PHOTO_NOT_FOUND },
})

export const orderPhotos = endpoint({
  name: 'events.orderPhotos',
  method: 'PUT',
  path: 'auth/event/photos',
  summary:
    'Puts the photos of an event in the given order; ones that are not named follow, strange ones are ignored',
  access: 'admin',
  limit: 'write',
  body: z.object({ eventId: id(), ids: z.array(id()).max(1000, 'Please keep this under 1000 photos') }),
  reply: z.object({ photos: z.array(photo) }),
  failures: { not_found: NOT_FOUND },
})

export const deletePhoto = endpoint({
  name: 'events.deletePhoto',
  method: 'DELETE',
  path: 'auth/event/photo',
  summary: 'Takes a photo off its event',
  access: 'admin',
  limit: 'write',
  query: z.object({ id: id() }),
  reply: z.object({}),
  failures: { not_found: PHOTO_NOT_FOUND },
})
