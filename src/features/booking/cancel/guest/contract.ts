/** A guest cancels their own stay by the private link: what comes back is shown before it is asked (R5.6). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day } from '#shared/fields.ts'
import { EVENT_CANCELLED } from '#features/events/contract/events.ts'
import { MONEY_MOVES, PURGED, RESERVATION_NOT_FOUND } from '#features/booking/admin/failures-contract.ts'

/** What cancelling today would give back. Sums in cents. */
const guestPlan = z.object({
  /** The ranch's day that it was worked out on, and how many there are until the start. */
  today: day(),
  daysBefore: z.int(),
  /** Today's tier of the Terms of Stay, in words, and what it gives of what was paid. */
  tier: z.string(),
  percent: z.int(),
  /** Paid, net of what was given back before. */
  paid: cents(),
  /** Of it, what disputes hold at present: a bank has taken that back, and nothing is refunded of it. */
  disputed: cents(),
  /** The card company's fees that the terms keep. */
  fees: cents(),
  /** False: the card company has not told its fee yet. `refund` is then the most that comes back; the sum follows by itself. */
  feesKnown: z.boolean(),
  /** What comes back: to the card, and by hand what did not come by card. */
  refund: cents(),
  refundToCard: cents(),
  refundByHand: cents(),
})
export type GuestPlan = z.output<typeof guestPlan>

const FAILURES = {
  not_found: RESERVATION_NOT_FOUND,
  purged: PURGED,
  event_cancelled: EVENT_CANCELLED,
  event_started: [409, 'This retreat has already started.'],
  hold: [409, 'This is only a hold. It ends by itself; there is nothing to cancel.'],
  not_cancellable: [409, 'This stay is not standing any more. There is nothing to cancel.'],
} as const

export const getCancellation = endpoint({
  name: 'booking.getCancellation',
  method: 'GET',
  path: 'reservation/cancellation',
  summary: 'What cancelling a stay today would give back, by its private link',
  access: 'link',
  limit: 'guess',
  query: z.object({ uuid: z.string().max(100) }),
  reply: guestPlan,
  failures: FAILURES,
})

export const cancelOwnStay = endpoint({
  name: 'booking.cancelOwnStay',
  method: 'POST',
  path: 'reservation/cancel',
  summary:
    'A guest cancels their stay by its private link. `refund` is the sum that they were shown: when it is another one by now, nothing is cancelled. Repeating it does nothing more',
  access: 'link',
  limit: 'guess',
  body: z.object({
    uuid: z.string().max(100),
    refund: cents().min(0, 'Please give nothing or more'),
  }),
  reply: z.object({
    refund: cents(),
    refundToCard: cents(),
    refundByHand: cents(),
    feesKnown: z.boolean(),
  }),
  failures: {
    ...FAILURES,
    moved: [409, 'The sum has changed in the meantime. Nothing was cancelled.'],
    ...MONEY_MOVES,
  },
})
