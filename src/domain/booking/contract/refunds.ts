/**
 * Endpoints by which admins see and make refunds: the plan of a cancellation, and refunds without a cancellation
 * (R5.1, R5.3).
 */
import { z } from 'zod'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import type { RefundMethod } from '#platform/database/schema/payments.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, id, instantText, requiredText } from '#shared/fields.ts'
import { UNDO_PROBLEMS } from '../domain/admin-actions.ts'
import { adminReservation } from './admin.ts'
import { memoText, referenceText } from './invoices.ts'
import { PURGED, RESERVATION_NOT_FOUND } from './reservation.ts'

export const CANCELLED_BY = ['guest', 'retreat'] as const satisfies readonly CancelledBy[]

/** How an admin can give a manual refund. */
export const REFUND_METHODS = ['cash', 'check', 'transfer'] as const satisfies readonly RefundMethod[]

export const CANCEL_SCOPES = ['one', 'all'] as const

export type CancelScope = (typeof CANCEL_SCOPES)[number]

/** A guest whose stay would be canceled, with the refund for that guest in cents. */
export const memberRefund = z.object({ id: z.int(), customerName: z.string(), refund: cents() })

export type MemberRefund = z.output<typeof memberRefund>

/** A payment in a refund plan, and how much of it the plan refunds. The newest payment comes first. */
const planLine = z.object({
  paymentId: z.int(),
  /** `card`, or the method of a manual payment. */
  method: z.string(),
  paidAt: instantText(),
  amount: cents(),
  /** Cents of the payment that were refunded or are being refunded. */
  refunded: cents(),
  /** Stripe's fee in cents for this charge. Null if there is none or Stripe has not reported it yet. */
  fee: cents().nullable(),
  /** Cents of the payment that a bank has withdrawn because the guest disputes it. They are not refunded. */
  withdrawn: cents(),
  /**
   * Cents of the payment that this plan refunds: through Stripe for a card payment, given by an admin for a manual
   * payment.
   */
  refund: cents(),
})

/** What the Terms of Stay would refund if the stay were canceled now. All amounts in cents. */
export const refundPlan = z.object({
  cancelledBy: z.enum(CANCELLED_BY),
  /** The ranch day for which the refund is computed. */
  today: day(),
  /** Number of ranch days until the event starts. 0 on its first day, and negative after that. */
  daysBefore: z.int(),
  replacementFound: z.boolean(),
  /** Percentage of the payments that the Terms refund on this day: 100, 75, 90 or 0. */
  percent: z.int(),
  /** Cents paid for the stay, minus earlier refunds. */
  paid: cents(),
  /** Cents of Stripe's fees that the Terms do not refund; 0 if the venue cancels the stay. */
  fees: cents(),
  /**
   * False if Stripe has not yet reported a fee that the Terms let the venue keep. Then `refundByTerms` is the
   * maximum.
   */
  feesKnown: z.boolean(),
  refundByTerms: cents(),
  /** The largest possible refund in cents: `paid` minus what banks have withdrawn for disputes. */
  most: cents(),
  refundToCards: cents(),
  refundByHand: cents(),
  lines: z.array(planLine),
})

export type RefundPlan = z.output<typeof refundPlan>

/** A guest of a manual refund, and how many cents of it are for the guest's stay. */
export const refundShare = z.object({ reservationId: z.int(), customerName: z.string(), amount: cents() })

export type RefundShare = z.output<typeof refundShare>

/** A refund that is requested, made or owed. `failed` means that Stripe refused it permanently. */
const refundShown = z.object({
  id: z.int(),
  invoiceId: z.int().nullable(),
  amount: cents(),
  /** Cents of the refund that the guest had paid beyond the total of the stay. */
  overpayment: cents(),
  /** Payment method of the refunded payment. */
  method: z.string(),
  reason: z.string(),
  /** Reason that an admin typed for this refund. Null for other refunds, and after the purge has deleted it. */
  typedReason: z.string().nullable(),
  byHand: z.boolean(),
  /** The guest who paid and gets the refund. Null if the reservation was deleted. */
  to: z.object({ reservationId: z.int(), customerName: z.string() }).nullable(),
  /**
   * Set if one decision made several manual refunds for the guest in `to`, for example of a party. An admin gives and
   * records them together. `id` is the first of these refunds, `amount` their total in cents.
   */
  task: z.object({ id: z.int(), amount: z.int(), shares: z.array(refundShare) }).nullable(),
  status: z.enum(['requested', 'succeeded', 'failed', 'owed']),
  /**
   * True if an admin must still give this refund and can record that with `recordRefundByHand`. No card could take
   * it, or Stripe refused it and the venue still has the money.
   */
  toGive: z.boolean(),
  /** True while Stripe holds the refund back because the venue's balance there is too low. */
  waitsForBalance: z.boolean(),
  createdAt: instantText(),
  finishedAt: instantText().nullable(),
  /** How an admin gave the refund. Null if it is not given yet, if Stripe made it, or if it is unknown. */
  givenBy: z.enum(REFUND_METHODS).nullable(),
  /** Number of the check or bank transfer with which an admin gave the refund. */
  reference: z.string().nullable(),
  /** An admin's note about the refund. Null if there is none or it was deleted. */
  memo: z.string().nullable(),
})

export type RefundShown = z.output<typeof refundShown>

/**
 * How a stay was canceled. If Stripe has not reported its fees yet, the site decides the refund once Stripe has
 * reported them.
 */
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

/**
 * A card payment whose money Stripe has paid out to the venue's bank account, with the payout's id and day.
 */
const payoutShown = z.object({ invoiceId: z.int().nullable(), amount: cents(), id: z.string(), day: day() })
export type PayoutShown = z.output<typeof payoutShown>

export const getRefunds = endpoint({
  name: 'booking.getRefunds',
  route: 'GET auth/refunds',
  summary:
    'Returns what an admin needs to decide about refunds of a reservation: in `plan` the refund if it were canceled now, and in `refunds` the earlier refunds (newest first). `cancelledBy`, `replacementFound` and `party` say for which cancellation to plan. For a canceled reservation, also returns the `cancellation`, and in `undoProblem` why it cannot be undone (null if it can)',
  needs: 'money.take',
  query: z.object({
    id: id(),
    cancelledBy: z.enum(CANCELLED_BY).default('guest'),
    replacementFound: z.enum(['true', 'false']).default('false'),
    /** For a party: whether to plan the refund of this guest only, or of all guests who have not canceled. */
    party: z.enum(CANCEL_SCOPES).default('one'),
  }),
  reply: z.object({
    plan: refundPlan,
    /**
     * Guests whose stays would be canceled, each with the refund by the Terms. These refunds add up to
     * `plan.refundByTerms`.
     */
    members: z.array(memberRefund),
    refunds: z.array(refundShown),
    cancellation: cancellation.nullable(),
    /** The failure code that `undoCancellation` would return now; null if it would succeed. */
    undoProblem: z.enum(UNDO_PROBLEMS).nullable(),
    payouts: z.array(payoutShown),
  }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})

export const refundInvoice = endpoint({
  name: 'booking.refundInvoice',
  route: 'POST auth/refundInvoice',
  summary:
    'Refunds a part or all of a paid invoice without canceling the stay. Requests the refund from Stripe if the invoice was paid by card; otherwise records that an admin must give the money back. Needs a `reason`. E-mails the guest unless `sendEmail` is `false`. Fails if the invoice is not paid, if `amount` is more than is left of the payment, or if the key `attempt` was used for another refund',
  needs: 'money.refund',
  body: z.object({
    invoiceId: id(),
    amount: cents().min(1, 'Please enter more than $0.00'),
    reason: requiredText(500),
    /** Random key of the form. Repeating the request with the same key does not refund twice. */
    attempt: z.string().min(16).max(100),
    sendEmail: z.boolean().default(true),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    not_found: [404, 'This invoice no longer exists.'],
    not_paid: 'This invoice is not paid.',
    attempt_used:
      'This form has already made a refund of another amount or for another reason. Please check the refunds of this payment, then open the form again.',
    purged: PURGED,
  },
})

export const recordRefundByHand = endpoint({
  name: 'booking.recordRefundByHand',
  route: 'POST auth/recordRefundByHand',
  summary:
    'Records that an admin has given a refund to the guest without Stripe, because the guest had not paid by card or because Stripe could not make the refund. If several refunds are one `task`, records all of them. Fails if no such refund is due',
  needs: 'money.refund',
  body: z.object({
    refundId: id(),
    /** How the refund was given. If missing: as the guest paid, and otherwise by check. */
    method: z.enum(REFUND_METHODS).optional(),
    /** The ranch day on which the refund was given, today if missing. Not before the refund was decided. */
    givenOn: day().optional(),
    /** Number of the check or bank transfer. */
    reference: referenceText().optional(),
    /** A note for admins about the refund. */
    memo: memoText().optional(),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: { not_found: [404, 'This refund no longer exists.'], not_owed: 'No refund is due here anymore.' },
})
