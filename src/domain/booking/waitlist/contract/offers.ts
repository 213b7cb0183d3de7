/**
 * API contract of the calls about a waitlist offer. The token in the e-mailed link is the only proof of access, and
 * works for that offer only.
 */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantText } from '#shared/fields.ts'
import { eventDetails } from '#domain/events/contract/events.ts'
import { OF_RESERVATION } from '#domain/booking/contract/reservation.ts'
import { NOT_PASSED_ON } from '#domain/booking/contract/replacement.ts'

const NOT_FOUND = [404, 'We can’t find this offer. Please check that the link is complete.'] as const
const OFFER_PURGED = [
  410,
  'The retreat is over, and we deleted your name and address, as promised. We do so after every retreat.',
] as const

export const offer = z.object({
  /** Status of the offer. Every status except `open` says how the offer has ended. */
  state: z.enum(['open', 'accepted', 'declined', 'lapsed', 'withdrawn']),
  expiresAt: instantText(),
  /** Number of spots that the offer holds. The guest may take fewer. */
  size: z.int(),
  /**
   * The offered event. While the offer is open, it has the prices that were offered. `dueNow` is what one guest
   * must pay now, in cents.
   */
  event: eventDetails,
  /** Name and e-mail address of the offer's waitlist entry. Null once the offer has ended. */
  guest: z.object({ customerName: z.string(), email: z.string() }).nullable(),
})
export type Offer = z.output<typeof offer>

export const getOffer = endpoint({
  name: 'waitlist.getOffer',
  route: 'GET waitlist/offer',
  summary:
    'Returns a waitlist offer by the link that was e-mailed: its state, the event, the number of held spots, the deadline and the prices',
  access: 'link',
  query: z.object({ token: z.string().max(100) }),
  reply: offer,
  failures: { not_found: NOT_FOUND, purged: OFFER_PURGED },
})

export const declineOffer = endpoint({
  name: 'waitlist.declineOffer',
  route: 'POST waitlist/offer/decline',
  summary:
    'Declines a waitlist offer by the e-mailed link. Its spots are offered to the next entries on the waitlist. Fails if the offer has ended or the guest is paying',
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

// The calls below are for a guest who cannot come and offers their own spot to the waitlist (R6.1).

const nextOffer = z.object({
  /**
   * How far offering the guest's own spot is. `closed`: the spot cannot be offered, or no entry wants a single
   * spot. `possible`: the guest can offer it. `offered`: an offer is open.
   */
  state: z.enum(['closed', 'possible', 'offered']),
  /** Deadline of the open offer. Null if no offer is open. */
  until: instantText().nullable(),
})

const link = z.object({ uuid: z.string().max(100) })

export const getNextOffer = endpoint({
  name: 'waitlist.getNextOffer',
  route: 'GET reservation/offerNext',
  summary:
    'Returns whether a guest can offer their own spot to the waitlist, and the deadline of the open offer if the guest has already done so',
  access: 'link',
  query: link,
  reply: nextOffer,
  failures: OF_RESERVATION,
})

export const offerNext = endpoint({
  name: 'waitlist.offerNext',
  route: 'POST reservation/offerNext',
  summary:
    'Offers a guest’s own spot to the event’s waitlist, to one entry after another until one accepts it. Possible for a confirmed stay within the last 30 days before the start. Calling it again while the spot is offered changes nothing. Fails if no entry wants a single spot, if the guest has an open link to pass on the spot, or if the guest pays for others',
  access: 'link',
  body: link,
  reply: z.object({ nextOffer }),
  failures: {
    ...OF_RESERVATION,
    ...NOT_PASSED_ON,
    link_open: 'There is a link to your spot. Please take it back first.',
    nobody_waits: 'Nobody on the waitlist can take your spot right now.',
  },
})

export const recallOffer = endpoint({
  name: 'waitlist.recallOffer',
  route: 'DELETE reservation/offerNext',
  summary:
    'Ends the offer of a guest’s own spot to the waitlist, so the guest keeps the spot. The waitlist entry that had the offer keeps its position. Fails if somebody is paying for the spot or has booked it',
  access: 'link',
  query: link,
  reply: z.object({ nextOffer }),
  failures: {
    ...OF_RESERVATION,
    being_booked:
      'Someone is paying for your spot right now. If they don’t finish, you can take it back later.',
    passed_on: 'Someone has booked your spot, so it’s theirs now.',
    changed_meanwhile: 'This spot is being changed right now. Please try again.',
  },
})
