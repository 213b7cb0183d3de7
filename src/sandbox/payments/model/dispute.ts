/** Disputes: the cardholder asks the bank for the money back. Pure. */
import type Stripe from 'stripe'
import { newId } from './ids.ts'

/** What a dispute costs, whoever wins. */
export const DISPUTE_FEE = 1500

const NINE_DAYS = 9 * 24 * 3600

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** inquiry: the bank only asks, and takes nothing; prevented: it was kept from becoming a dispute, and takes nothing. */
export type DisputeKind = 'dispute' | 'inquiry' | 'prevented'

/** How each begins. */
const BEGINNINGS = {
  dispute: { status: 'needs_response', case_type: 'chargeback', network_reason_code: '10.4' },
  inquiry: { status: 'warning_needs_response', case_type: 'inquiry', network_reason_code: '10' },
  prevented: { status: 'prevented', case_type: 'block', network_reason_code: '10.4' },
} as const

/** What disputes hold at present, in cents: what they took, less what came back. */
export const heldBy = (disputes: readonly Stripe.Dispute[]): number =>
  disputes.flatMap((dispute) => dispute.balance_transactions).reduce((held, { amount }) => held - amount, 0)

/** A dispute as it begins, before any money moves. */
export function newDispute(
  charge: Stripe.Charge,
  { kind, amount }: { kind: DisputeKind; amount: number },
  created: number,
): Stripe.Dispute {
  const intent = charge.payment_intent
  const { status, case_type, network_reason_code } = BEGINNINGS[kind]
  return {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + NINE_DAYS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: typeof intent === 'string' ? intent : null,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type,
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code,
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status,
  }
}
