/**
 * API contract of the calls about an offered spot. The token in the e-mail's link is the only key, and works for that
 * offer only.
 */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantText } from '#shared/fields.ts'
import { eventDetails } from '#domain/events/contract/events.ts'
import { OF_RESERVATION } from '#domain/booking/contract/reservation.ts'
import { NOT_PASSED_ON } from '#domain/booking/contract/replacement.ts'

const NOT_FOUND = [404, 'We do not know this offer. Please check that the link is complete.'] as const
const OFFER_PURGED = [
  410,
  'The retreat is over, and we deleted your name and address, as promised. We do so after every retreat.',
] as const

export const offer = z.object({
  /** All states but `open` mean that the offer has ended, and why. */
  state: z.enum(['open', 'accepted', 'declined', 'lapsed', 'withdrawn']),
  expiresAt: instantText(),
  /** The number of spots held. The guest may take fewer. */
  size: z.int(),
  /** While the offer is open, prices are those offered to one guest. `dueNow` is due per guest when accepting. */
  event: eventDetails,
  /** Name and address from the waitlist entry. Null once the offer has ended. */
  guest: z.object({ customerName: z.string(), email: z.string() }).nullable(),
})
export type Offer = z.output<typeof offer>

export const getOffer = endpoint({
  name: 'waitlist.getOffer',
  route: 'GET waitlist/offer',
  summary: 'Returns an offer by its mailed link: the event, the held spots and the prices',
  access: 'link',
  query: z.object({ token: z.string().max(100) }),
  reply: offer,
  failures: { not_found: NOT_FOUND, purged: OFFER_PURGED },
})

export const declineOffer = endpoint({
  name: 'waitlist.declineOffer',
  route: 'POST waitlist/offer/decline',
  summary: 'Declines an offer by its mailed link; all its spots go to the next entry on the waitlist',
  access: 'link',
  body: z.object({ token: z.string().max(100) }),
  failures: {
    not_found: NOT_FOUND,
    offer_over: 'This offer is over already.',
    payment_processing: 'Your bank is still working on a payment for this spot. Please wait for its answer.',
    payment_arrived: 'Your payment for this spot has arrived: it is yours.',
    changed_meanwhile: 'This spot is being changed right now. Please try again.',
  },
})

// Calls for a guest who cannot come and offers the spot to the next waitlist entry (R6.1).

const nextOffer = z.object({
  /**
   * `closed`: nobody waits for one spot, or the spot cannot be offered. `possible`: someone is waiting. `offered`: an
   * offer is open.
   */
  state: z.enum(['closed', 'possible', 'offered']),
  /** The end of the current offer. Null without one. */
  until: instantText().nullable(),
})

const link = z.object({ uuid: z.string().max(100) })

export const getNextOffer = endpoint({
  name: 'waitlist.getNextOffer',
  route: 'GET reservation/offerNext',
  summary: 'Returns whether a guest’s spot can be offered to the waitlist, or is offered now',
  access: 'link',
  query: link,
  reply: nextOffer,
  failures: OF_RESERVATION,
})

export const offerNext = endpoint({
  name: 'waitlist.offerNext',
  route: 'POST reservation/offerNext',
  summary:
    'Offers the spot of a confirmed reservation to the waitlist within 30 days of the start, entry after entry until one accepts; idempotent while offered',
  access: 'link',
  body: link,
  reply: z.object({ nextOffer }),
  failures: {
    ...OF_RESERVATION,
    ...NOT_PASSED_ON,
    link_open: 'There is a link to your spot. Please take it back first.',
    nobody_waits: 'Nobody who is waiting can have your spot right now.',
  },
})

export const recallOffer = endpoint({
  name: 'waitlist.recallOffer',
  route: 'DELETE reservation/offerNext',
  summary:
    'Takes back the offer of a guest’s spot; the guest keeps it, and the entry that had the offer keeps its position',
  access: 'link',
  query: link,
  reply: z.object({ nextOffer }),
  failures: {
    ...OF_RESERVATION,
    being_booked:
      'Somebody is paying for your spot at this moment. If they do not finish, you can take it back in a while.',
    passed_on: 'Somebody has booked your spot, so it is theirs now.',
    changed_meanwhile: 'This spot is being changed right now. Please try again.',
  },
})
