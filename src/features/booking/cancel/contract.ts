/** Cancelling and giving back (R5.1, R5.3). */
import { z } from 'zod'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, id, instantText, optionalText, requiredText } from '#shared/fields.ts'
import { EVENT_CANCELLED } from '#features/events/contract/events.ts'
import { MONEY_MOVES, PURGED, RESERVATION_NOT_FOUND, STALE } from '../admin/failures-contract.ts'
import { adminReservation } from '../admin/contract.ts'

const CANCELLED_BY = ['guest', 'retreat'] as const satisfies readonly CancelledBy[]

/** Money that came for a reservation, newest first, and what the plan gives back of it. */
const planLine = z.object({
  paymentId: z.int(),
  /** `card`, or how it was paid by hand. */
  method: z.string(),
  paidAt: instantText(),
  amount: cents(),
  /** Given back before, or on its way. */
  refunded: cents(),
  /** The charge's own fee; null where there is none or the provider has not told. */
  fee: cents().nullable(),
  /** What disputes hold of it at present: a bank has taken that back, and nothing is refunded of it. */
  withdrawn: cents(),
  /** By this plan: through the provider for a card, else owed by hand. */
  refund: cents(),
})

/** What cancelling now would give back, by the Terms of Stay. All sums in cents. */
export const refundPlan = z.object({
  cancelledBy: z.enum(CANCELLED_BY),
  /** The ranch's day that it was worked out on. */
  today: day(),
  /** Ranch days before the start; 0 on it, below 0 after it. */
  daysBefore: z.int(),
  replacementFound: z.boolean(),
  /** What the tier gives of what was paid: 100, 75, 90 or 0. */
  percent: z.int(),
  /** Paid, net of what was given back before. */
  paid: cents(),
  /** The provider's fees that the terms keep; 0 when the retreat cancels. */
  fees: cents(),
  /** False: the provider has not told a fee that the terms keep. `refundByTerms` is then the most that the terms can give. */
  feesKnown: z.boolean(),
  refundByTerms: cents(),
  /** The most that can be given back: `paid` without what disputes hold. */
  most: cents(),
  refundToCards: cents(),
  refundByHand: cents(),
  lines: z.array(planLine),
})
export type RefundPlan = z.output<typeof refundPlan>

/** Something that is to be given back or was; failed ones are refused by the provider for good. */
export const refundShown = z.object({
  id: z.int(),
  invoiceId: z.int().nullable(),
  amount: cents(),
  /** How the money had come. */
  method: z.string(),
  reason: z.string(),
  byHand: z.boolean(),
  status: z.enum(['requested', 'succeeded', 'failed', 'owed']),
  /** Whether `giveByHand` can note it: owed, or refused although the money is here and not given in any way since. */
  toGive: z.boolean(),
  createdAt: instantText(),
  finishedAt: instantText().nullable(),
})
export type RefundShown = z.output<typeof refundShown>

/** How a stay was cancelled. While its fees are not known nothing is decided: the refund follows by itself. */
export const cancellation = refundPlan
  .pick({
    cancelledBy: true,
    daysBefore: true,
    replacementFound: true,
    percent: true,
    paid: true,
    fees: true,
    feesKnown: true,
  })
  .extend({
    at: instantText(),
    refundByTerms: cents(),
    refundToCards: cents(),
    refundByHand: cents(),
    overrideReason: z.string().nullable(),
  })
export type Cancellation = z.output<typeof cancellation>

export const getMoneyBack = endpoint({
  name: 'booking.getMoneyBack',
  method: 'GET',
  path: 'auth/moneyBack',
  summary:
    'What cancelling a reservation now would give back, line by line; what was given back of it before, newest first; and how it was cancelled, if it was',
  access: 'admin',
  limit: 'read',
  query: z.object({
    id: id(),
    cancelledBy: z.enum(CANCELLED_BY).default('guest'),
    replacementFound: z.enum(['true', 'false']).default('false'),
  }),
  reply: z.object({ plan: refundPlan, refunds: z.array(refundShown), cancellation: cancellation.nullable() }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})

export const cancelReservation = endpoint({
  name: 'booking.cancelReservation',
  method: 'POST',
  path: 'auth/cancelReservation',
  summary:
    'Cancels a reservation: frees its spot, ends its open payments, asks for the refunds once and tells the guest. `refund` overrides the sum of the terms and needs a `reason`',
  access: 'admin',
  limit: 'write',
  body: z.object({
    id: id(),
    /** The reservation's version that the admin saw. */
    version: z.int(),
    cancelledBy: z.enum(CANCELLED_BY).default('guest'),
    replacementFound: z.boolean().default(false),
    /** The whole sum to give back, in cents; missing: what the terms give. */
    refund: cents().min(0, 'Please give nothing or more').optional(),
    reason: optionalText(500),
    /** Whether the guest gets a mail about it. */
    sendEmail: z.boolean().default(true),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    stale: STALE,
    purged: PURGED,
    not_cancellable: [409, 'This reservation is not standing any more. There is nothing to cancel.'],
    event_ended: [
      409,
      'The retreat is over, so this stay can no longer be cancelled. To give money back, refund an invoice.',
    ],
    ...MONEY_MOVES,
  },
})

export const refundInvoice = endpoint({
  name: 'booking.refundInvoice',
  method: 'POST',
  path: 'auth/refundInvoice',
  summary:
    'Gives back some of a paid invoice, through the provider when a card paid it, else owed by hand. The reservation stays as it is',
  access: 'admin',
  limit: 'write',
  body: z.object({
    invoiceId: id(),
    amount: cents().min(1, 'Please give more than nothing'),
    reason: requiredText(500),
    /** A random key that the form keeps: repeating it does nothing more. */
    attempt: z.string().min(16).max(100),
    sendEmail: z.boolean().default(true),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    not_found: [404, 'This invoice is not there any more.'],
    not_paid: [409, 'This invoice is not paid.'],
    purged: PURGED,
  },
})

export const giveByHand = endpoint({
  name: 'booking.giveByHand',
  method: 'POST',
  path: 'auth/giveByHand',
  summary: 'Notes that what is owed, or what the provider refused to give back, was given by hand',
  access: 'admin',
  limit: 'write',
  body: z.object({ refundId: id() }),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    not_found: [404, 'This refund is not there any more.'],
    not_owed: [409, 'Nothing is owed here any more.'],
  },
})

/** How far the cancelling of an event has come. */
export const cancelProgress = z.object({
  cancelledAt: instantText().nullable(),
  /** Reservations that were cancelled or had ended; that still stand. */
  done: z.int(),
  left: z.int(),
  /** Refunds that the provider has not made yet. */
  refundsLeft: z.int(),
  /** Cents that are still to be given back by hand; what the provider refused among them. */
  owed: z.int(),
})
export type CancelProgress = z.output<typeof cancelProgress>

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/** What cancelling an event now would do. All sums in cents. */
const eventCancellationPlan = z.object({
  startDateDate: day(),
  endDateDate: day(),
  /** Confirmed reservations: each is cancelled, and told by mail. */
  guests: z.int(),
  /** Spots that are held at this moment, at a card form or by an offer to the waitlist. */
  holds: z.int(),
  /** On the waitlist: they are offered nothing any more. */
  waiting: z.int(),
  /** What goes back through the provider, fees too. */
  refundToCards: cents(),
  /** What came otherwise, and is owed by hand. */
  refundByHand: cents(),
  /** What banks hold or ask for: nothing of it goes back. */
  disputed: cents(),
})
export type EventCancellationPlan = z.output<typeof eventCancellationPlan>

const EVENT_OVER = [
  409,
  'This retreat is over, so it can no longer be cancelled. To give money back, refund single invoices.',
] as const

export const cancelEvent = endpoint({
  name: 'booking.cancelEvent',
  method: 'POST',
  path: 'auth/event/cancel',
  summary:
    'The retreat cancels: nobody can sign up any more, and every reservation is cancelled with a full refund, one after the other in the background; repeating it does nothing more',
  access: 'admin',
  limit: 'write',
  body: z.object({ id: id() }),
  reply: z.object({ progress: cancelProgress }),
  failures: { not_found: EVENT_NOT_FOUND, event_ended: EVENT_OVER },
})

export const getEventCancellationPlan = endpoint({
  name: 'booking.getEventCancellationPlan',
  method: 'GET',
  path: 'auth/event/cancellationPlan',
  summary:
    'Whom cancelling an event now would concern, and what would go back, by the rules that cancelling itself follows',
  access: 'admin',
  limit: 'read',
  query: z.object({ id: id() }),
  reply: eventCancellationPlan,
  failures: { not_found: EVENT_NOT_FOUND, event_cancelled: EVENT_CANCELLED, event_ended: EVENT_OVER },
})

export const getCancelProgress = endpoint({
  name: 'booking.getCancelProgress',
  method: 'GET',
  path: 'auth/event/cancelProgress',
  summary: 'How far the cancelling of an event has come',
  access: 'admin',
  limit: 'read',
  query: z.object({ id: id() }),
  reply: cancelProgress,
  failures: { not_found: EVENT_NOT_FOUND },
})
