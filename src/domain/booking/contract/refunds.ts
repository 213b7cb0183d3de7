/** Endpoints for admins about refunds: the plan of a cancellation, and refunds without one (R5.1, R5.3). */
import { z } from 'zod'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, id, instantText, requiredText } from '#shared/fields.ts'
import { UNDO_PROBLEMS } from '../domain/admin-actions.ts'
import { adminReservation } from './admin.ts'
import { PURGED, RESERVATION_NOT_FOUND } from './reservation.ts'

export const CANCELLED_BY = ['guest', 'retreat'] as const satisfies readonly CancelledBy[]

export const CANCEL_SCOPES = ['one', 'all'] as const

export type CancelScope = (typeof CANCEL_SCOPES)[number]

/** A guest who would be canceled, and the cents refunded of what was paid for them. */
export const memberRefund = z.object({ id: z.int(), customerName: z.string(), refund: cents() })

export type MemberRefund = z.output<typeof memberRefund>

/** A payment for a reservation, and what the plan refunds of it. Newest first. */
const planLine = z.object({
  paymentId: z.int(),
  /** `card`, or the method of a manual payment. */
  method: z.string(),
  paidAt: instantText(),
  amount: cents(),
  /** Refunded before, or being refunded. */
  refunded: cents(),
  /** Stripe's fee for this charge; null if there is none or it is not reported yet. */
  fee: cents().nullable(),
  /** Cents that disputes hold now. The bank has withdrawn them, so they are not refunded. */
  withdrawn: cents(),
  /** Cents that this plan refunds: through Stripe for a card, otherwise by hand. */
  refund: cents(),
})

/** The refund by the Terms of Stay if the stay were canceled now. All amounts in cents. */
export const refundPlan = z.object({
  cancelledBy: z.enum(CANCELLED_BY),
  /** The ranch day of this plan. */
  today: day(),
  /** Ranch days until the start; 0 on the first day, negative after it. */
  daysBefore: z.int(),
  replacementFound: z.boolean(),
  /** Percentage of the payments that the tier refunds: 100, 75, 90 or 0. */
  percent: z.int(),
  /** Paid, less earlier refunds. */
  paid: cents(),
  /** Stripe's fees that the Terms let the venue keep; 0 if the venue cancels. */
  fees: cents(),
  /** False if Stripe has not reported a fee that the Terms keep. Then `refundByTerms` is the maximum. */
  feesKnown: z.boolean(),
  refundByTerms: cents(),
  /** Largest possible refund: `paid` less what disputes hold. */
  most: cents(),
  refundToCards: cents(),
  refundByHand: cents(),
  lines: z.array(planLine),
})

export type RefundPlan = z.output<typeof refundPlan>

/** A refund that is wanted, made or owed. `failed`: Stripe refused it permanently. */
const refundShown = z.object({
  id: z.int(),
  invoiceId: z.int().nullable(),
  amount: cents(),
  /** Part of `amount` that returned an overpayment. */
  overpayment: cents(),
  /** Method of the payment that is refunded. */
  method: z.string(),
  reason: z.string(),
  byHand: z.boolean(),
  status: z.enum(['requested', 'succeeded', 'failed', 'owed']),
  /**
   * True if `recordRefundByHand` accepts it: the refund is owed, or Stripe refused it and the money is still with
   * the venue.
   */
  toGive: z.boolean(),
  createdAt: instantText(),
  finishedAt: instantText().nullable(),
})

export type RefundShown = z.output<typeof refundShown>

/** How a stay was canceled. Until its fees are known no refund is decided; it follows automatically. */
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

/** A card payment that has reached the bank: Stripe's payout and its day at the bank. */
const payoutShown = z.object({ invoiceId: z.int().nullable(), amount: cents(), id: z.string(), day: day() })
export type PayoutShown = z.output<typeof payoutShown>

export const getRefunds = endpoint({
  name: 'booking.getRefunds',
  route: 'GET auth/refunds',
  summary:
    'Returns what canceling a reservation now would refund, its earlier refunds (newest first), its cancellation, and why that cannot be undone',
  access: 'admin',
  query: z.object({
    id: id(),
    cancelledBy: z.enum(CANCELLED_BY).default('guest'),
    replacementFound: z.enum(['true', 'false']).default('false'),
    /** For a party: plan for this guest only, or for everyone who still comes. */
    party: z.enum(CANCEL_SCOPES).default('one'),
  }),
  reply: z.object({
    plan: refundPlan,
    /** Guests who would be canceled, with the refund for each by the Terms. They add up to `plan.refundByTerms`. */
    members: z.array(memberRefund),
    refunds: z.array(refundShown),
    cancellation: cancellation.nullable(),
    /** Code with which `undoCancellation` would be refused now; null if it would succeed. */
    undoProblem: z.enum(UNDO_PROBLEMS).nullable(),
    payouts: z.array(payoutShown),
  }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})

export const refundInvoice = endpoint({
  name: 'booking.refundInvoice',
  route: 'POST auth/refundInvoice',
  summary:
    'Refunds part or all of a paid invoice: through Stripe if a card paid it, otherwise as owed by hand. The reservation’s status does not change',
  access: 'admin',
  body: z.object({
    invoiceId: id(),
    amount: cents().min(1, 'Please enter more than $0.00'),
    reason: requiredText(500),
    /** Random key of the form. Repeating the same request with it refunds nothing more. */
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
  summary: 'Records that an owed refund, or one that Stripe refused, was made by hand',
  access: 'admin',
  body: z.object({ refundId: id() }),
  reply: z.object({ reservation: adminReservation }),
  failures: { not_found: [404, 'This refund is gone.'], not_owed: 'No refund is due here any more.' },
})
