/**
 * Disputes. A cardholder raises a dispute some time after the charge, or a test raises one immediately
 * (docs.stripe.com/disputes/how-disputes-work).
 */
import type Stripe from 'stripe'
import { newId } from './model/objects.ts'
import { unschedule, findObject, insertObject, listAll, lockObject, saveObject } from './store.ts'
import { change, emit, moveMoney, seconds, type Operation } from './operation.ts'

type DisputeRefusal = 'no_such_charge' | 'not_disputable'

export interface DisputeOrder {
  kind?: DisputeKind
  /**
   * The disputed amount in cents. If it is missing, the dispute takes all money that no refund or other
   * dispute has taken. A test may set a larger amount, because a bank may also take refunded money again.
   */
  amount?: number | undefined
}

/**
 * Raises a dispute of a charge. `id` can also be the charge's payment intent. A charge can have several
 * disputes as long as some of its money is not disputed.
 */
export async function raiseDispute(
  operation: Operation,
  id: string,
  { kind = 'dispute', amount }: DisputeOrder = {},
): Promise<Stripe.Dispute | DisputeRefusal> {
  const intent = await findObject(operation.tx, 'payment_intent', id)
  const latest = intent?.body.latest_charge
  const chargeId = typeof latest === 'string' ? latest : id
  const found = await lockObject(operation.tx, 'charge', chargeId)
  if (found === undefined) return 'no_such_charge'
  const charge = found.body
  await unschedule(operation.tx, charge.id, 'dispute', 'inquiry')
  const here = charge.amount - (await heldOf(operation, charge.id))
  const sum = amount ?? here - charge.amount_refunded
  if (charge.status !== 'succeeded' || sum <= 0 || sum > here) return 'not_disputable'
  const dispute = newDispute(charge, { kind, amount: sum }, seconds(operation))
  await saveObject(operation.tx, { ...charge, disputed: true })
  await insertObject(operation.tx, dispute)
  if (kind !== 'dispute') {
    await emit(operation, 'charge.dispute.created', dispute)
    return dispute
  }
  return moveDisputeMoney(operation, dispute, {
    amount: -sum,
    emits: ['charge.dispute.created', 'charge.dispute.funds_withdrawn'],
  })
}

/**
 * Passes on that the bank suspects a charge to be fraud (docs.stripe.com/disputes/measuring). `id` can also be the
 * charge's payment intent. Moves no money.
 */
export async function warnOfFraud(operation: Operation, id: string): Promise<'warned' | 'no_such_charge'> {
  const intent = await findObject(operation.tx, 'payment_intent', id)
  const latest = intent?.body.latest_charge
  const charge = await lockObject(operation.tx, 'charge', typeof latest === 'string' ? latest : id)
  if (charge === undefined) return 'no_such_charge'
  const { id: chargeId, payment_intent: intentId } = charge.body
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: chargeId,
    created: seconds(operation),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(typeof intentId === 'string' && { payment_intent: intentId }),
  }
  await insertObject(operation.tx, warning)
  await emit(operation, 'radar.early_fraud_warning.created', warning)
  return 'warned'
}

/** Returns how many cents of a charge its disputes currently hold. */
export const heldOf = async (operation: Operation, charge: string): Promise<number> =>
  heldBy(await listAll(operation.tx, 'dispute', { charge }))

/**
 * `under_review` means that the merchant has answered. `won` and `lost` mean that the bank has decided. A
 * lost dispute may still be won later.
 */
export type DisputeStep = 'under_review' | 'won' | 'lost'

const CLOSED: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed', 'prevented'])

/**
 * Moves a dispute to its next step. An impossible step changes nothing. A won dispute returns all the money,
 * and a lost one returns `returned` cents. The fee is never returned. A won inquiry is closed, and a lost
 * inquiry becomes a dispute.
 */
export async function moveDispute(
  operation: Operation,
  id: string,
  { step, returned = 0 }: { step: DisputeStep; returned?: number | undefined },
): Promise<Stripe.Dispute | undefined> {
  const known = await findObject(operation.tx, 'dispute', id)
  await lockObject(operation.tx, 'charge', String(known?.body.charge))
  const found = await lockObject(operation.tx, 'dispute', id)
  if (found === undefined) return undefined
  const { status } = found.body
  if (status.startsWith('warning_') && status !== 'warning_closed')
    return moveInquiry(operation, found.body, step)
  const wonYet = status === 'lost' && step === 'won'
  if (CLOSED.has(status) && !wonYet) return found.body
  const dispute: Stripe.Dispute = { ...found.body, status: step }
  const open = step === 'under_review'
  const held = open ? 0 : heldBy([dispute])
  const amount = step === 'won' ? held : Math.min(returned, held)
  const first = open || wonYet ? 'charge.dispute.updated' : 'charge.dispute.closed'
  if (amount === 0) return change(operation, dispute, { emits: [first] })
  return moveDisputeMoney(operation, dispute, { amount, emits: [first, 'charge.dispute.funds_reinstated'] })
}

async function moveInquiry(
  operation: Operation,
  inquiry: Stripe.Dispute,
  step: DisputeStep,
): Promise<Stripe.Dispute> {
  const statuses = {
    under_review: 'warning_under_review',
    won: 'warning_closed',
    lost: 'needs_response',
  } as const
  const dispute: Stripe.Dispute = {
    ...inquiry,
    status: statuses[step],
    is_charge_refundable: step !== 'lost',
  }
  const first = step === 'won' ? 'charge.dispute.closed' : 'charge.dispute.updated'
  await change(operation, dispute, { emits: [first] })
  if (step !== 'lost') return dispute
  const charge = await findObject(operation.tx, 'charge', String(dispute.charge))
  const here = (charge?.body.amount ?? 0) - (await heldOf(operation, String(dispute.charge)))
  const amount = -Math.min(dispute.amount, here)
  return moveDisputeMoney(operation, dispute, { amount, emits: ['charge.dispute.funds_withdrawn'] })
}

/**
 * Moves the money of a dispute. A negative amount leaves the merchant, and a positive amount returns to
 * the merchant.
 */
async function moveDisputeMoney(
  operation: Operation,
  before: Stripe.Dispute,
  { amount, emits }: { amount: number; emits: Stripe.Event['type'][] },
): Promise<Stripe.Dispute> {
  const away = amount < 0
  const money = await moveMoney(operation, {
    amount,
    fee: away ? DISPUTE_FEE : 0,
    source: before.id,
    type: 'adjustment',
    category: amount < 0 ? 'dispute' : 'dispute_reversal',
    description: `Chargeback ${away ? 'withdrawal' : 'reversal'} for ${String(before.charge)}`,
  })
  const dispute = { ...before, balance_transactions: [...before.balance_transactions, money] }
  return change(operation, dispute, { emits })
}

/** The fee of a dispute in cents. Stripe keeps the fee even if the venue wins. */
const DISPUTE_FEE = 1500

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

/**
 * `inquiry`: the bank only asks, and takes no money. `prevented`: the dispute was stopped before it began,
 * and takes no money.
 */
type DisputeKind = 'dispute' | 'inquiry' | 'prevented'

/** The first status of each kind of dispute. */
const INITIAL_STATUS = {
  dispute: { status: 'needs_response', case_type: 'chargeback', network_reason_code: '10.4' },
  inquiry: { status: 'warning_needs_response', case_type: 'inquiry', network_reason_code: '10' },
  prevented: { status: 'prevented', case_type: 'block', network_reason_code: '10.4' },
} as const

/** Returns how many cents these disputes currently hold: the taken money minus the returned money. */
export const heldBy = (disputes: readonly Stripe.Dispute[]): number =>
  disputes.flatMap((dispute) => dispute.balance_transactions).reduce((held, { amount }) => held - amount, 0)

/** Creates a new dispute, before any money moves. */
function newDispute(
  charge: Stripe.Charge,
  { kind, amount }: { kind: DisputeKind; amount: number },
  created: number,
): Stripe.Dispute {
  const intent = charge.payment_intent
  const { status, case_type, network_reason_code } = INITIAL_STATUS[kind]
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
