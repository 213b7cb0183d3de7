/** API contract of the admin calls about an event's waitlist. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, typedLine, wholeNumber } from '#shared/fields.ts'
import { EVENT_CANCELLED } from '#domain/events/contract/failures.ts'
import { EVENT_STARTED, entryCount, newEntryByHand, waitlistEntry, wanted } from './entries.ts'

const NOT_FOUND = [404, 'This entry is no longer on the waitlist.'] as const

/** Failures if a guest is paying for the spot that the entry's offer holds. The entry stays unchanged. */
const BEING_PAID = {
  payment_processing:
    'The bank is still working on a payment for this spot. Please wait for its answer, then try again.',
  payment_arrived: 'The payment for this spot has just arrived, so the guest is signed up.',
  changed_meanwhile: 'This spot is being changed right now. Please try again.',
} as const

/** Waitlist entries on one page. With more, the event's page would be heavier than 150 KB (R20.7). */
export const ENTRIES_ON_A_PAGE = 50

export const listEntries = endpoint({
  name: 'waitlist.list',
  route: 'GET auth/waitlist/entries',
  summary:
    'Returns one page of an event’s waitlist: entries with an offer, then waiting ones in order, unconfirmed ones, and all others. `from` skips that many entries, and `search` returns only entries whose name, e-mail address or phone number contains the text',
  needs: 'guests.edit',
  query: z.object({ eventId: id(), from: wholeNumber().default(0), search: typedLine().default('') }),
  reply: z.object({
    entries: z.array(waitlistEntry),
    /** The number of all entries, or of all that match `search`. */
    found: z.int(),
    count: entryCount,
  }),
  failures: { not_found: [404, 'Event Not Found'] },
})

export const addEntry = endpoint({
  name: 'waitlist.add',
  route: 'POST auth/waitlist/add',
  summary:
    'Adds a person to an event’s waitlist as an admin, at the position `place` or at the end, without confirmation by e-mail, and returns the entry’s id. A person without an e-mail address gets no offer by e-mail: once they have an offer, `GET auth/waitlist/entries` returns its `offerToken`, and an admin must send them the page `/offer/` with this token. If the person’s earlier entry has ended, it waits again. Fails if the person is already waiting or has an offer, or if the event has started or is canceled',
  needs: 'guests.edit',
  body: z.object({ waitlistData: newEntryByHand }),
  reply: z.object({ id: z.int() }),
  failures: {
    not_found: [404, 'Event Not Found'],
    event_cancelled: EVENT_CANCELLED,
    event_started: EVENT_STARTED,
    waits_already: 'Someone with this email is already on the waitlist, or has an offer.',
  },
})

export const moveEntry = endpoint({
  name: 'waitlist.move',
  route: 'POST auth/waitlist/move',
  summary:
    'Moves a waiting entry one position up or down on the waitlist. Fails if the entry is not waiting, or is already the first or the last',
  needs: 'guests.edit',
  body: z.object({ id: id(), to: z.enum(['up', 'down']) }),
  failures: {
    not_found: NOT_FOUND,
    not_moved: 'This entry cannot move further. Please check the waitlist again.',
  },
})

export const resizeEntry = endpoint({
  name: 'waitlist.resize',
  route: 'POST auth/waitlist/resize',
  summary:
    'Changes how many spots a waitlist entry wants. The entry keeps its position. Fails if the entry has an offer or a spot',
  needs: 'guests.edit',
  body: z.object({ id: id(), size: wanted() }),
  failures: {
    not_found: NOT_FOUND,
    has_offer: 'This entry already has an offer or a spot. Skip it first to take the offer back.',
  },
})

export const skipEntry = endpoint({
  name: 'waitlist.skip',
  route: 'POST auth/waitlist/skip',
  summary:
    'Skips a waitlist entry, so that it gets no more offers, and ends its offer if one is open. Fails if the entry neither waits nor has an offer, or if the guest is paying for the offered spot',
  needs: 'guests.edit',
  body: z.object({ id: id() }),
  failures: { not_found: NOT_FOUND, not_waiting: 'This entry is no longer waiting.', ...BEING_PAID },
})

export const putBackEntry = endpoint({
  name: 'waitlist.putBack',
  route: 'POST auth/waitlist/put-back',
  summary:
    'Lets a waitlist entry wait again at its old position if its offer was declined or has lapsed, or if an admin skipped the entry. Adds an unconfirmed entry to the end of the waitlist. Fails if the entry is already waiting, or has an offer or a spot',
  needs: 'guests.edit',
  body: z.object({ id: id() }),
  failures: { not_found: NOT_FOUND, waits_already: 'This entry is already waiting, or has a spot.' },
})

export const removeEntry = endpoint({
  name: 'waitlist.remove',
  route: 'DELETE auth/waitlist/remove',
  summary:
    'Deletes a waitlist entry with the person’s data, and ends its offer if one is open. If the person has already booked, their reservation stays. Fails if the person is paying for the offered spot',
  needs: 'guests.edit',
  query: z.object({ id: id() }),
  failures: { not_found: NOT_FOUND, ...BEING_PAID },
})

export const removeEntries = endpoint({
  name: 'waitlist.removeMany',
  route: 'POST auth/waitlist/remove-many',
  summary:
    'Deletes several entries of one event’s waitlist, either all or none. Send the `state` in which each entry was shown: if one has another state now, nothing is deleted (`stale`). Entries that are already deleted are ignored. Also fails if a person is paying for an offered spot',
  needs: 'guests.edit',
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
      'Some of these people have changed their entry in the meantime, for example by confirming their address. Nothing was deleted. Please check the waitlist again.',
    ...BEING_PAID,
  },
})

export const NO_SPOT_LEFT =
  'There is no free spot to offer. Wait until one opens up, or add spots to the event.'

export const offerToEntry = endpoint({
  name: 'waitlist.offerNow',
  route: 'POST auth/waitlist/offer',
  summary:
    'Offers a waitlist entry as many free spots as it wants, even if other entries come first or automatic offers are off, and e-mails the offer immediately, even at night. Fails if too few spots are free, or with `too_late` if the day of the start begins in less than 6 hours',
  needs: 'guests.edit',
  body: z.object({ id: id() }),
  failures: {
    not_found: NOT_FOUND,
    event_cancelled: EVENT_CANCELLED,
    event_full: NO_SPOT_LEFT,
    too_late: 'The retreat starts too soon to answer an offer in time. Please call this person instead.',
    not_waiting: 'This entry already has an offer or a spot.',
    not_confirmed:
      'This person has not confirmed their address yet. If you know them, press “Confirm for them” first.',
  },
})

export const switchOffers = endpoint({
  name: 'waitlist.switchOffers',
  route: 'PUT auth/waitlist/offers',
  summary:
    'Turns the automatic waitlist offers of an event on or off. Offers that are already open stay open',
  needs: 'guests.edit',
  body: z.object({ eventId: id(), on: z.boolean() }),
  failures: { not_found: [404, 'Event Not Found'] },
})
