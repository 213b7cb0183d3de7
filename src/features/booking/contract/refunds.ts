/** The calls of an admin about refunds: what cancelling would refund, and what is refunded without it (R5.1, R5.3). */
import { z } from 'zod'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, id, instantText, requiredText } from '#shared/fields.ts'
import { UNDO_PROBLEMS } from '../domain/admin-actions.ts'
import { adminReservation } from './admin.ts'
import { PURGED, RESERVATION_NOT_FOUND } from './reservation.ts'

export const CANCELLED_BY = ['guest', 'retreat'] as const satisfies readonly CancelledBy[]

export const WHO_GOES = ['one', 'all'] as const

export type WhoGoes = (typeof WHO_GOES)[number]

/** One of those who would be cancelled, and the cents that come back of what was paid for them. */
export const memberRefund = z.object({ id: z.int(), customerName: z.string(), refund: cents() })

export type MemberRefund = z.output<typeof memberRefund>

/** Money that came for a reservation, newest first, and what the plan refunds of it. */
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
  /** Cents that disputes hold of it at present: a bank has taken them back, and nothing is refunded of them. */
  withdrawn: cents(),
  /** Cents refunded by this plan: through the provider for a card, else owed by hand. */
  refund: cents(),
})

/** The refund plan of cancelling now, by the Terms of Stay. All sums in cents. */
export const refundPlan = z.object({
  cancelledBy: z.enum(CANCELLED_BY),
  /** The ranch's day that it was worked out on. */
  today: day(),
  /** Ranch days before the start; 0 on it, below 0 after it. */
  daysBefore: z.int(),
  replacementFound: z.boolean(),
  /** Percent that the tier gives of what was paid: 100, 75, 90 or 0. */
  percent: z.int(),
  /** Paid, net of what was refunded before. */
  paid: cents(),
  /** The provider's fees that the terms keep; 0 when the retreat cancels. */
  fees: cents(),
  /** False: the provider has not told a fee that the terms keep. `refundByTerms` is then the most that the terms can give. */
  feesKnown: z.boolean(),
  refundByTerms: cents(),
  /** The most that can be refunded: `paid` without what disputes hold. */
  most: cents(),
  refundToCards: cents(),
  refundByHand: cents(),
  lines: z.array(planLine),
})

export type RefundPlan = z.output<typeof refundPlan>

/** Something that is to be refunded or was; failed ones are refused by the provider for good. */
const refundShown = z.object({
  id: z.int(),
  invoiceId: z.int().nullable(),
  amount: cents(),
  /** Cents of `amount` that returned what was paid beyond the total. */
  overpayment: cents(),
  /** The method of the payment. */
  method: z.string(),
  reason: z.string(),
  byHand: z.boolean(),
  status: z.enum(['requested', 'succeeded', 'failed', 'owed']),
  /** True: `recordRefundByHand` can note it: owed, or refused although the money is here and not given in any way since. */
  toGive: z.boolean(),
  createdAt: instantText(),
  finishedAt: instantText().nullable(),
})

export type RefundShown = z.output<typeof refundShown>

/** The cancellation of a stay. While its fees are not known nothing is decided: the refund follows by itself. */
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

/** A card payment that has come to the bank: in which payout of the card company, and on which day of the bank. */
const payoutShown = z.object({ invoiceId: z.int().nullable(), amount: cents(), id: z.string(), day: day() })
export type PayoutShown = z.output<typeof payoutShown>

export const getRefunds = endpoint({
  name: 'booking.getRefunds',
  route: 'GET auth/refunds',
  summary:
    'What canceling a reservation now would refund, line by line; what was refunded of it before, newest first; how it was canceled, if it was; and why that cannot be undone',
  access: 'admin',
  query: z.object({
    id: id(),
    cancelledBy: z.enum(CANCELLED_BY).default('guest'),
    replacementFound: z.enum(['true', 'false']).default('false'),
    /** Of a party: what is shown is for this one, or for all that still come. */
    party: z.enum(WHO_GOES).default('one'),
  }),
  reply: z.object({
    plan: refundPlan,
    /** The guests who would be canceled, with what each would give back by the terms: together `plan.refundByTerms`. */
    members: z.array(memberRefund),
    refunds: z.array(refundShown),
    cancellation: cancellation.nullable(),
    /** Why `undoCancellation` would be refused now, by its code; null: it would not. */
    undoProblem: z.enum(UNDO_PROBLEMS).nullable(),
    payouts: z.array(payoutShown),
  }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})

export const refundInvoice = endpoint({
  name: 'booking.refundInvoice',
  route: 'POST auth/refundInvoice',
  summary:
    'Refunds some of a paid invoice, through the provider when a card paid it, else owed by hand. The reservation stays as it is',
  access: 'admin',
  body: z.object({
    invoiceId: id(),
    amount: cents().min(1, 'Please enter more than $0.00'),
    reason: requiredText(500),
    /** A random key that the form keeps: repeating it does nothing more. */
    attempt: z.string().min(16).max(100),
    sendEmail: z.boolean().default(true),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    not_found: [404, 'This invoice is gone.'],
    not_paid: 'This invoice is not paid.',
    attempt_used:
      'A refund of another amount, or for another reason, was made with this key already. Please check the refunds of this payment, then open the form again.',
    purged: PURGED,
  },
})

export const recordRefundByHand = endpoint({
  name: 'booking.recordRefundByHand',
  route: 'POST auth/recordRefundByHand',
  summary: 'Notes that a refund that is owed, or that the provider refused, was made by hand',
  access: 'admin',
  body: z.object({ refundId: id() }),
  reply: z.object({ reservation: adminReservation }),
  failures: { not_found: [404, 'This refund is gone.'], not_owed: 'No refund is due here any more.' },
})
