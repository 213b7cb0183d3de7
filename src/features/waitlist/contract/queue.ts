/** The calls of admins about an event's waitlist. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, typedLine, wholeNumber } from '#shared/fields.ts'
import { EVENT_CANCELLED } from '#features/events/contract/failures.ts'
import { EVENT_STARTED, queueCount, newEntryByHand, waitlistEntry, wanted } from './entries.ts'

const NOT_FOUND = [404, 'This entry is no longer on the waitlist.'] as const

/** An entry whose spot is being paid for at this moment stays as it is. */
const BEING_PAID = {
  payment_processing: 'The bank is still working on a payment for this spot.',
  payment_arrived: 'The payment for this spot has just arrived: the guest is in.',
  changed_meanwhile: 'This spot is being changed right now. Please try again.',
} as const

/** The entries on a page of the waitlist: the event's page stays within 150 KB (R20.7). */
export const ENTRIES_ON_A_PAGE = 50

export const listEntries = endpoint({
  name: 'waitlist.list',
  route: 'GET auth/waitlist/entries',
  summary:
    'A page of an event’s waitlist in the order of the line: `from` leaves out so many at the start, `search` finds a part of a name or an e-mail',
  access: 'admin',
  query: z.object({ eventId: id(), from: wholeNumber().default(0), search: typedLine().default('') }),
  reply: z.object({
    entries: z.array(waitlistEntry),
    /** The number of all entries, or of those found. */
    found: z.int(),
    count: queueCount,
  }),
  failures: { not_found: [404, 'Event Not Found'] },
})

export const addEntry = endpoint({
  name: 'waitlist.add',
  route: 'POST auth/waitlist/add',
  summary:
    'Puts somebody in line, at its end or at `place`, also of an event whose page offers no waitlist; no mail goes out, since the admin vouches for the address. One that is not confirmed, or had a turn, gets its place by this too. Without an email nothing is mailed: `offerToken` of the entry is then what an offer is taken by',
  access: 'admin',
  body: z.object({ waitlistData: newEntryByHand }),
  reply: z.object({ id: z.int() }),
  failures: {
    not_found: [404, 'Event Not Found'],
    event_cancelled: EVENT_CANCELLED,
    event_started: EVENT_STARTED,
    waits_already: 'Somebody with this email is already waiting, or has an offer.',
  },
})

export const moveEntry = endpoint({
  name: 'waitlist.move',
  route: 'POST auth/waitlist/move',
  summary: 'Moves somebody who waits one place up or down the line',
  access: 'admin',
  body: z.object({ id: id(), to: z.enum(['up', 'down']) }),
  failures: { not_found: NOT_FOUND, not_moved: 'It cannot be moved there.' },
})

export const resizeEntry = endpoint({
  name: 'waitlist.resize',
  route: 'POST auth/waitlist/resize',
  summary: 'Changes how many spots somebody wants, who keeps the place in line',
  access: 'admin',
  body: z.object({ id: id(), size: wanted() }),
  failures: {
    not_found: NOT_FOUND,
    has_offer: 'This entry already has an offer or a spot. Skip it first to take the offer back.',
  },
})

export const skipEntry = endpoint({
  name: 'waitlist.skip',
  route: 'POST auth/waitlist/skip',
  summary: 'Passes somebody over; an offer that they have is taken back',
  access: 'admin',
  body: z.object({ id: id() }),
  failures: { not_found: NOT_FOUND, not_waiting: 'This entry is no longer waiting.', ...BEING_PAID },
})

export const putBackEntry = endpoint({
  name: 'waitlist.putBack',
  route: 'POST auth/waitlist/put-back',
  summary:
    'Puts somebody whose turn is over back to where they stood in line; one whose address nobody has confirmed at its end',
  access: 'admin',
  body: z.object({ id: id() }),
  failures: { not_found: NOT_FOUND, waits_already: 'This entry is already waiting, or has a spot.' },
})

export const removeEntry = endpoint({
  name: 'waitlist.remove',
  route: 'DELETE auth/waitlist/remove',
  summary:
    'Deletes an entry with all that is known of the person; an offer that they have is taken back, and what ended offers copied is emptied. A stay that they booked remains a guest’s',
  access: 'admin',
  query: z.object({ id: id() }),
  failures: { not_found: NOT_FOUND, ...BEING_PAID },
})

export const removeEntries = endpoint({
  name: 'waitlist.removeMany',
  route: 'POST auth/waitlist/remove-many',
  summary:
    'Deletes entries of one event as `waitlist.remove` does, all of them or none. `state` is what was shown of each: when one has another by now, nothing is removed. Who is gone already is no hindrance',
  access: 'admin',
  body: z.object({
    eventId: id(),
    entries: z
      .array(z.object({ id: id(), state: waitlistEntry.shape.state }))
      .min(1)
      .max(200),
  }),
  reply: z.object({ removed: z.int() }),
  failures: {
    not_found: [404, 'Event Not Found'],
    stale:
      'Some of these have changed in the meantime, for instance by confirming their address. Nothing was removed: please look again.',
    ...BEING_PAID,
  },
})

export const NO_SPOT_LEFT = 'There is no spot left to offer.'

export const offerToEntry = endpoint({
  name: 'waitlist.offerNow',
  route: 'POST auth/waitlist/offer',
  summary:
    'Offers somebody as many free spots as they want at once, whoever else waits; the mail leaves at any hour',
  access: 'admin',
  body: z.object({ id: id() }),
  failures: {
    not_found: NOT_FOUND,
    event_cancelled: EVENT_CANCELLED,
    event_full: NO_SPOT_LEFT,
    too_late: 'The start is too close: nobody could answer in time.',
    not_waiting: 'This entry already has an offer or a spot.',
    not_confirmed:
      'The address is not confirmed yet. Add the entry to the line first if you know whose it is.',
  },
})

export const switchOffers = endpoint({
  name: 'waitlist.switchOffers',
  route: 'PUT auth/waitlist/offers',
  summary: 'Stops or starts the offers of an event; those that are made stand',
  access: 'admin',
  body: z.object({ eventId: id(), on: z.boolean() }),
  failures: { not_found: [404, 'Event Not Found'] },
})
