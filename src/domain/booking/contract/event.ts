/** API contract for an event with its guests, and for creating, changing and deleting events as an admin. */
import { z } from 'zod'
import { eventForAdmin } from '#domain/events/contract/event.ts'
import { eventDetails, lockedPage } from '#domain/events/contract/events.ts'
import { EVENT_NOT_FOUND, PAYMENT_FAILURES } from '#domain/events/contract/failures.ts'
import { eventChanges, eventInput } from '#domain/events/contract/fields.ts'
import { houseEntry } from '#domain/house/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, wholeNumber } from '#shared/fields.ts'
import { entryCount, waitlistEntry } from '../waitlist/contract/entries.ts'
import { adminReservation } from './admin.ts'

/** An event with its guests and waitlist. Reservations are in the order of sign-up and include ended ones. */
export const adminEvent = eventForAdmin.extend({
  reservations: z.array(adminReservation),
  /** Number of all reservations, even if the query's `guests` limit returned fewer. */
  reservationCount: z.int(),
  /** Waitlist entries: those with an offer, then waiting ones, unconfirmed ones, and all others. */
  waitlists: z.array(waitlistEntry),
  /** Counts all waitlist entries, even if the query's `waitlist` limit returned fewer. */
  waitlistCount: entryCount,
  /** Spots that an admin can offer to the waitlist now (`waitlist.offerNow`). Negative if the event is overbooked. */
  spotsToOffer: z.int(),
  /** True if an admin has paused the automatic waitlist offers of this event. */
  waitlistStopped: z.boolean(),
  /** Money that blocks the event's deletion, in cents, and the number of guests whose money it is. */
  openMoney: z.object({ open: z.int().meta({ title: 'Cents' }), guests: z.int() }),
})
export type AdminEvent = z.output<typeof adminEvent>

export const getEvent = endpoint({
  name: 'events.get',
  route: 'GET auth/event/get',
  summary:
    'Returns one event by its URL name. For a private event, returns only the URL name until this browser has unlocked the event with `POST event/unlock`. Admins also get the event’s reservations and waitlist entries, at most as many as `guests` and `waitlist` say',
  access: 'all',
  limit: 'read',
  query: z.object({
    eventUrlName: z.string().max(200),
    /**
     * For admins: the largest number of reservations to return, the earliest sign-ups first. Returns all if missing.
     */
    guests: wholeNumber(1000).optional(),
    /** For admins: the largest number of waitlist entries to return, in waitlist order. Returns all if missing. */
    waitlist: wholeNumber(1000).optional(),
  }),
  // A union uses the first schema that matches and drops fields that this schema does not list. So the schema with
  // the most fields comes first.
  reply: z.union([adminEvent, eventDetails, lockedPage]),
  failures: { not_found: EVENT_NOT_FOUND },
  // `guests` and `waitlist` need not be part of the cache key. Only admins use these parameters, and replies to
  // admins are never cached.
  cacheBy: ['eventUrlName'],
  cacheIf: (event) => !event.locked && !('reservations' in event),
})

/**
 * The message that R11.3 prescribes. The reply repeats the message at the field `urlName`, with the rejected name.
 */
const URL_TAKEN = 'That address is already taken, please choose another name.'

/** The message if dates are taken. The reply's message also names what is on them. */
const DATES_TAKEN =
  'Something else is on these dates. Nothing was saved. Please choose other dates, or save the event all the same.'

/** If true, the event is not saved on dates that something else is on. */
const refuseOverlap = z.boolean().optional()

const savedEvent = z.object({
  event: adminEvent,
  /** What shares a night with the event, sorted by start. Empty if nothing does, and for a canceled event. */
  overlaps: z.array(houseEntry),
})

export const createEvent = endpoint({
  name: 'events.create',
  route: 'POST auth/event/create',
  summary:
    'Creates an event and returns it. Optional fields that are missing get defaults, and `copyPhotosOf` (an event’s id) copies the photos of that event. Visitors can see the event immediately, unless its `status` is `draft`, or `scheduled` with the time `publishAt`. Names in `overlaps` what else is on the event’s dates. Fails if the URL name is taken, or with `refuseOverlap` if something else is on the dates',
  needs: 'events.edit',
  body: eventInput.safeExtend({ copyPhotosOf: id().optional(), refuseOverlap }),
  reply: savedEvent,
  failures: { url_taken: URL_TAKEN, dates_taken: DATES_TAKEN },
})

/** Why a published event cannot become a draft or a scheduled event. */
const HAS_GUESTS =
  'Someone has signed up for this event or joined its waitlist, so it stays published. Nothing was saved. If it will not take place, please cancel it instead.'

export const updateEvent = endpoint({
  name: 'events.update',
  route: 'PUT auth/event/update',
  summary:
    'Changes an event. Missing fields stay unchanged, null or an empty text clears a field, and `options` replaces all options. A new first day also moves the due days of unpaid remainders. With `tellGuests`, e-mails a change of the first or last day to the confirmed guests who have an e-mail address, unless the event has begun. `status` publishes the event, makes it a draft, or schedules it for `publishAt`. Names in `overlaps` what else is on the event’s dates. Fails if the `version` is stale, the URL name is taken, a published event with guests would be hidden, or with `refuseOverlap` if the edit moves the event to dates that something else is on',
  needs: 'events.edit',
  body: z.object({
    updateEventData: eventChanges.extend({ refuseOverlap }),
    // Accepted here too. A client that sets it in the wrong place would otherwise save an overlap unnoticed.
    refuseOverlap,
  }),
  reply: savedEvent,
  failures: {
    not_found: EVENT_NOT_FOUND,
    url_taken: URL_TAKEN,
    stale: 'Someone else has changed this event in the meantime. Nothing was saved.',
    has_guests: HAS_GUESTS,
    dates_taken: DATES_TAKEN,
  },
})

export const getGuestsToTell = endpoint({
  name: 'events.getGuestsToTell',
  route: 'GET auth/event/guestsToTell',
  summary:
    'Returns the confirmed guests of an event: which of them an e-mail to all guests reaches, and which of them know the event’s present days',
  needs: 'events.edit',
  query: z.object({ id: id() }),
  reply: z.object({
    /** False once the event has begun or was canceled. Then the site e-mails nobody about a change of its days. */
    emailsNewDates: z.boolean(),
    /** The confirmed guests, sorted by name. */
    guests: z.array(
      z.object({
        reservationId: z.int(),
        name: z.string(),
        hasEmail: z.boolean(),
        /** False if the event's days changed after the guest signed up, and nobody has told the guest. */
        knowsDates: z.boolean(),
      }),
    ),
  }),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const tellDates = endpoint({
  name: 'events.tellDates',
  route: 'POST auth/event/tellDates',
  summary:
    'E-mails the event’s days to the confirmed guests who do not know them yet (`how: email`), or records that an admin has told these guests (`by_hand`). Returns the number of e-mails. Calling it again sends no second e-mail',
  needs: 'events.edit',
  body: z.object({ id: id(), how: z.enum(['email', 'by_hand']) }),
  reply: z.object({ emails: z.int() }),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const deleteEvent = endpoint({
  name: 'events.delete',
  route: 'DELETE auth/event/delete',
  summary:
    'Deletes an event permanently with its reservations, waitlist and photos, and returns how many of each. Payments and refunds stay recorded, without names. Fails with `money_open` while deposits or refunds of a guest are open in the ledger, unless `force` is `true`; then they are listed by `openBalances.list`',
  needs: 'events.edit',
  query: z.object({ id: id(), force: z.enum(['true', 'false']).optional() }),
  reply: z.object({ reservations: z.int(), waitlists: z.int(), photos: z.int() }),
  failures: {
    not_found: EVENT_NOT_FOUND,
    money_open: 'Money of guests of this event is open. Refund it, or cancel the stays and keep it, first.',
    ...PAYMENT_FAILURES,
  },
})
