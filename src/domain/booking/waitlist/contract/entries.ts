/**
 * API contract for joining a waitlist (R7.1), and for confirming an entry or leaving by an e-mailed link. Also
 * defines a waitlist entry as admins see it.
 */
import { z } from 'zod'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { endpoint } from '#shared/endpoint.ts'
import { clearableEmail, clearableLine, emailField, id, instantText, personName } from '#shared/fields.ts'
import { venue } from '#shared/venue.ts'
import { eventSummary } from '#domain/events/contract/events.ts'
import { EVENT_CANCELLED } from '#domain/events/contract/failures.ts'
import { MOST_IN_PARTY } from '#domain/booking/domain/party.ts'

export const EVENT_STARTED = 'This retreat has already started.'

/**
 * Message if too many people join from one IP network. They may be a family in one house, so the message says how an
 * admin can add them.
 */
export const MANY_JOINED = `Many people have joined this waitlist from your network just now. Please try again in an hour, or write to ${venue.email}: we will add you by hand.`

// Repeats the list of the database schema, because importing it would bundle the database library into the browser's
// code.
const STATES = [
  'unconfirmed',
  'waiting',
  'offered',
  'booked',
  'declined',
  'lapsed',
  'skipped',
] as const satisfies readonly EntryState[]

/** A waitlist entry as admins see it. Its name and address are empty after the purge. */
export const waitlistEntry = z.object({
  id: z.int(),
  customerName: z.string(),
  /** E-mail address of the entry. Empty if an admin added the entry without one. */
  email: z.string(),
  phone: z.string().nullable(),
  /** Number of spots that the entry waits for. */
  size: z.int(),
  byHand: z.boolean(),
  createdAt: instantText(),
  /**
   * Status of the entry. `unconfirmed` means that nobody has pressed the button in the confirmation e-mail yet.
   * Such an entry has no position and gets no offers.
   */
  state: z.enum(STATES),
  confirmedAt: instantText().nullable(),
  /** Position of the entry on the waitlist, from 1. Null if the entry is not waiting. */
  position: z.int().nullable(),
  /** Deadline of the entry's open offer. Null without an offer. */
  offerUntil: instantText().nullable(),
  /**
   * Token of the link to the entry's offer, which an admin can pass on. Null if the entry has an e-mail address or
   * no offer.
   */
  offerToken: z.string().nullable(),
})
export type WaitlistEntry = z.output<typeof waitlistEntry>

/**
 * How many entries an event's waitlist has. The `waiting` entries want `spotsWanted` spots together. `all` includes
 * unconfirmed and ended entries.
 */
export const entryCount = z.object({
  waiting: z.int(),
  spotsWanted: z.int(),
  unconfirmed: z.int(),
  all: z.int(),
})
export type EntryCount = z.output<typeof entryCount>

/** Validates the number of spots that an entry wants, including the person's own. */
export const wanted = () =>
  z
    .int('Please enter a whole number')
    .min(1, 'Please enter at least 1')
    .max(MOST_IN_PARTY, `At most ${MOST_IN_PARTY} can come together`)

/** Validates the number of spots as text, as a select field returns it. */
export const wantedTyped = () => z.string().transform(Number).pipe(wanted())

export const newEntry = z.object({
  customerName: personName(),
  email: emailField(),
  eventId: id(),
  size: wanted().default(1),
})

/** A person whom an admin adds to a waitlist, for example by phone, with or without an e-mail address (R30.7). */
export const newEntryByHand = newEntry.extend({
  email: clearableEmail(),
  phone: clearableLine(50).default(null),
  /** Position at which to insert the entry. Null, or a number past the end, adds it at the end. */
  place: z.int('Please enter a whole number').min(1, 'The first place is 1').max(100_000).nullish(),
})

export const createWaitlist = endpoint({
  name: 'waitlist.create',
  route: 'POST createWaitlist',
  summary:
    'Adds an entry for `size` spots to the waitlist of a full event and e-mails a link to confirm it, at most once in six hours. An e-mail address has only one entry per event. The entry gets a position only after `POST waitlist/place/confirm`. The reply does not reveal whether the address already has an entry. Fails if anyone can still book that many spots, or if the event has no waitlist, has started or is canceled',
  access: 'all',
  limit: 'join',
  body: z.object({ waitlistData: newEntry }),
  failures: {
    not_found: [404, 'Event Not Found'],
    event_cancelled: EVENT_CANCELLED,
    event_not_full: 'There is still a spot: you can sign up right away.',
    no_waitlist: 'This retreat has no waitlist.',
    event_started: EVENT_STARTED,
    waitlist_busy: `Very many people are joining this waitlist right now. Please try again in an hour, or write to ${venue.email}: we will add you by hand.`,
  },
})

// The calls below are made by the page of a waitlist entry, which is opened by an e-mailed link. The link's token
// works for that entry only.

const OF_LINK = {
  not_found: [
    404,
    'This link no longer works. It ends when you leave the waitlist, or after a week if you don’t confirm. We then delete your name and address. You can join again.',
  ],
  purged: [
    410,
    'The retreat is over, and we deleted your name and address, as promised. We do so after every retreat.',
  ],
} as const

/** A waitlist entry as its own page shows it, without name and address. */
const place = waitlistEntry.pick({ state: true, position: true, size: true }).extend({
  event: eventSummary.pick({
    name: true,
    urlName: true,
    startDateDate: true,
    endDateDate: true,
    mainImage: true,
    private: true,
    hasHappened: true,
    cancelled: true,
  }),
})
export type Place = z.output<typeof place>

export const getEntry = endpoint({
  name: 'waitlist.getPlace',
  route: 'GET waitlist/place',
  summary:
    'Returns the state and position of a waitlist entry, by the link that was e-mailed to the person. Changes nothing',
  access: 'link',
  query: z.object({ token: z.string().max(100) }),
  reply: place,
  failures: OF_LINK,
})

export const confirmEntry = endpoint({
  name: 'waitlist.confirmPlace',
  route: 'POST waitlist/place/confirm',
  summary:
    'Confirms the e-mail address of a waitlist entry by the e-mailed link, and adds the entry to the end of the waitlist. Calling it again changes nothing. A person whose offer has ended waits again at the end. Fails if the event has started or is canceled',
  access: 'link',
  body: z.object({ token: z.string().max(100) }),
  reply: place,
  failures: { ...OF_LINK, event_cancelled: EVENT_CANCELLED, event_started: EVENT_STARTED },
})

export const leaveWaitlist = endpoint({
  name: 'waitlist.leave',
  route: 'POST waitlist/place/leave',
  summary:
    'Deletes a waitlist entry with the person’s data by the e-mailed link, which then stops working. A spot that is held for the entry is offered to the next entry. Fails if the person is paying for that spot',
  access: 'link',
  body: z.object({ token: z.string().max(100) }),
  failures: {
    ...OF_LINK,
    payment_processing:
      'Your bank is still working on a payment for the spot that is held for you. Please wait for its answer.',
    payment_arrived: 'Your payment for the spot that was held for you has arrived: it is yours.',
    changed_meanwhile: 'Your place is being changed right now. Please try again.',
  },
})
