/** The calls about an offered spot, by the link of the e-mail: the token is the only key, and opens nothing else. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantText } from '#shared/fields.ts'
import { eventDetails } from '#features/events/contract/events.ts'

const NOT_FOUND = [404, 'We do not know this offer. Please check that the link is complete.'] as const
const PURGED = [410, 'Your information has been deleted.'] as const

export const offer = z.object({
  /** `lapsed` and the rest: it is over, and why. */
  state: z.enum(['open', 'accepted', 'declined', 'lapsed', 'withdrawn']),
  expiresAt: instantText(),
  /** While it is open its sums are the offer’s: `dueNow` is what it costs now. */
  event: eventDetails,
  /** As the guest joined the waitlist; null once it is over. */
  guest: z.object({ customerName: z.string(), email: z.string() }).nullable(),
})
export type Offer = z.output<typeof offer>

export const getOffer = endpoint({
  name: 'waitlist.getOffer',
  method: 'GET',
  path: 'waitlist/offer',
  summary: 'A spot that is held for the next in line, by the link of the mail',
  access: 'link',
  limit: 'guess',
  query: z.object({ token: z.string().max(100) }),
  reply: offer,
  failures: { not_found: NOT_FOUND, purged: PURGED },
})

export const declineOffer = endpoint({
  name: 'waitlist.declineOffer',
  method: 'POST',
  path: 'waitlist/offer/decline',
  summary: 'Gives an offered spot to the next in line',
  access: 'link',
  limit: 'guess',
  body: z.object({ token: z.string().max(100) }),
  reply: z.object({}),
  failures: {
    not_found: NOT_FOUND,
    offer_over: [409, 'This offer is over already.'],
    payment_processing: [
      409,
      'Your bank is still working on a payment for this spot. Please wait for its answer.',
    ],
    payment_arrived: [409, 'Your payment for this spot has arrived: it is yours.'],
    changed_meanwhile: [409, 'Something is being done with this spot right now. Please try again.'],
  },
})
