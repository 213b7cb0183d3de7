/** The call to join a waitlist (R7.1), and an entry of its waitlist as admins see it. */
import { z } from 'zod'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { endpoint } from '#shared/endpoint.ts'
import { clearableEmail, clearableLine, emailField, id, instantText, personName } from '#shared/fields.ts'
import { venue } from '#shared/venue.ts'
import { eventSummary } from '#features/events/contract/events.ts'
import { EVENT_CANCELLED } from '#features/events/contract/failures.ts'
import { MOST_IN_PARTY } from '#features/booking/domain/party.ts'

export const EVENT_STARTED = 'This retreat has already started.'

/** Of the 429 for one network: its own words, since a whole family may sit behind one address. */
export const MANY_JOINED = `Many people have joined this waitlist from your network just now. Please try again in an hour, or write to ${venue.email}: we will add you by hand.`

// The schema's own list would bring the database's library into the browser.
const STATES = [
  'unconfirmed',
  'waiting',
  'offered',
  'booked',
  'declined',
  'lapsed',
  'skipped',
] as const satisfies readonly EntryState[]

/** An entry of the waitlist; name and address are empty once they are purged. */
export const waitlistEntry = z.object({
  id: z.int(),
  customerName: z.string(),
  /** Empty where an admin put them there without one. */
  email: z.string(),
  phone: z.string().nullable(),
  /** The number of spots that they want. */
  size: z.int(),
  /** An admin put them there. */
  byHand: z.boolean(),
  createdAt: instantText(),
  /** `unconfirmed`: nobody has pressed the button behind the mail to the address; it holds no place and is offered nothing. */
  state: z.enum(STATES),
  confirmedAt: instantText().nullable(),
  /** The number on the waitlist, from 1; null for whoever does not wait (any more). */
  position: z.int().nullable(),
  /** Until when a spot is held for them; null unless one is. */
  offerUntil: instantText().nullable(),
  /** The token of the offer's link, for an admin to read out; null where there is an address, or no offer. */
  offerToken: z.string().nullable(),
})
export type WaitlistEntry = z.output<typeof waitlistEntry>

/** `waiting`: in line, for `spotsWanted` spots; `unconfirmed`: nobody has confirmed the address; `all`: with everybody whose turn is over. */
export const queueCount = z.object({
  waiting: z.int(),
  spotsWanted: z.int(),
  unconfirmed: z.int(),
  all: z.int(),
})
export type QueueCount = z.output<typeof queueCount>

/** The number of spots that somebody wants, their own included. */
export const wanted = () =>
  z
    .int('Please enter a whole number')
    .min(1, 'Please enter at least 1')
    .max(MOST_IN_PARTY, `At most ${MOST_IN_PARTY} can come together`)

/** The same as a browser's list gives it. */
export const wantedTyped = () => z.string().transform(Number).pipe(wanted())

export const newEntry = z.object({
  customerName: personName(),
  email: emailField(),
  eventId: id(),
  size: wanted().default(1),
})

/** A person whom an admin puts on a waitlist: by phone, with or without an email (R30.7). */
export const newEntryByHand = newEntry.extend({
  email: clearableEmail(),
  phone: clearableLine(50).default(null),
  /** The number in line that they get; null or more than there are: the end. */
  place: z.int('Please enter a whole number').min(1, 'The first place is 1').max(100_000).nullish(),
})

export const createWaitlist = endpoint({
  name: 'waitlist.create',
  route: 'POST createWaitlist',
  summary:
    'Asks for a place on the waitlist of a full event; the same e-mail twice is one entry. The place counts once the button behind the mailed link is pressed (`waitlist/place/confirm`). The reply is the same for a known and an unknown address',
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

// The calls that confirm the address of an entry, by the link of the mail: the token is that entry's, and opens nothing else.

const OF_LINK = {
  not_found: [
    404,
    'This link no longer works. A place ends when you leave the waitlist, or after a week if it was not confirmed; we delete your name and address then. You can join again.',
  ],
  purged: [
    410,
    'The retreat is over, and we deleted your name and address, as promised. We do so after every retreat.',
  ],
} as const

/** The place of an entry in line; it names nobody. */
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

export const getPlace = endpoint({
  name: 'waitlist.getPlace',
  route: 'GET waitlist/place',
  summary: 'Where somebody stands in a waitlist, by the link of the mail; it changes nothing',
  access: 'link',
  query: z.object({ token: z.string().max(100) }),
  reply: place,
  failures: OF_LINK,
})

export const confirmPlace = endpoint({
  name: 'waitlist.confirmPlace',
  route: 'POST waitlist/place/confirm',
  summary:
    'Confirms the address of an entry, which takes its place at the end of the line; twice is once. Whoever had a turn joins again',
  access: 'link',
  body: z.object({ token: z.string().max(100) }),
  reply: place,
  failures: { ...OF_LINK, event_cancelled: EVENT_CANCELLED, event_started: EVENT_STARTED },
})

export const leaveQueue = endpoint({
  name: 'waitlist.leave',
  route: 'POST waitlist/place/leave',
  summary:
    'Takes somebody off a waitlist by the link of the mail and deletes their name and address at once; a spot that is held for them goes to the next in line. The link is not known afterwards',
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
