/** The calls about an offered spot, by the link of the e-mail: the token is the only key, and opens nothing else. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantText } from '#shared/fields.ts'
import { eventDetails } from '#features/events/contract/events.ts'
import { OF_RESERVATION } from '#features/booking/contract/reservation.ts'
import { NOT_PASSED_ON } from '#features/booking/contract/replacement.ts'

const NOT_FOUND = [404, 'We do not know this offer. Please check that the link is complete.'] as const
const OFFER_PURGED = [
  410,
  'The retreat is over, and we deleted your name and address, as promised. We do so after every retreat.',
] as const

export const offer = z.object({
  /** `lapsed` and the rest: it is over, and why. */
  state: z.enum(['open', 'accepted', 'declined', 'lapsed', 'withdrawn']),
  expiresAt: instantText(),
  /** The number of spots held; fewer may be taken. */
  size: z.int(),
  /** While it is open its sums are the offer’s, of one guest: `dueNow` is what one costs now. */
  event: eventDetails,
  /** As the guest joined the waitlist; null once it is over. */
  guest: z.object({ customerName: z.string(), email: z.string() }).nullable(),
})
export type Offer = z.output<typeof offer>

export const getOffer = endpoint({
  name: 'waitlist.getOffer',
  route: 'GET waitlist/offer',
  summary: 'What is held for the next in line, by the link of the mail',
  access: 'link',
  query: z.object({ token: z.string().max(100) }),
  reply: offer,
  failures: { not_found: NOT_FOUND, purged: OFFER_PURGED },
})

export const declineOffer = endpoint({
  name: 'waitlist.declineOffer',
  route: 'POST waitlist/offer/decline',
  summary: 'Gives all that is offered to the next in line',
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

// A guest who cannot come offers the spot to the next on the waitlist (R6.1).

const nextOffer = z.object({
  /** closed: nobody waits for one spot, or it cannot be passed on so; possible: somebody waits; offered: somebody may take it. */
  state: z.enum(['closed', 'possible', 'offered']),
  /** Until when it is offered to whoever has it now; null unless it is. */
  until: instantText().nullable(),
})

const link = z.object({ uuid: z.string().max(100) })

export const getNextOffer = endpoint({
  name: 'waitlist.getNextOffer',
  route: 'GET reservation/offerNext',
  summary: 'Whether the spot of a stay can be offered to the next in line, or is',
  access: 'link',
  query: link,
  reply: nextOffer,
  failures: OF_RESERVATION,
})

export const offerNext = endpoint({
  name: 'waitlist.offerNext',
  route: 'POST reservation/offerNext',
  summary:
    'Offers the spot of a confirmed stay to the next in line, under 30 days before its start, and on along the line until somebody takes it; the same again while it is offered',
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
    'Takes the offer back: the spot stays with its guest, and whoever had the offer waits on, first in line',
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
