/** Refunds, and what forbids one. Pure. */
import type Stripe from 'stripe'
import { formatMoney } from '#shared/money.ts'
import { newId } from './ids.ts'
import { invalid, type Refusal } from './refusals.ts'

export interface RefundInput {
  charge: Stripe.Charge
  amount: number
  reason: string | null
  metadata: Record<string, string>
}

/** `held`: cents that disputes hold of the charge; what they leave can be refunded. */
export function refundProblem(
  charge: Stripe.Charge,
  { amount, held }: { amount: number | undefined; held: number },
): Refusal | null {
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.status !== 'succeeded' || !charge.captured)
    return invalid(`This charge has not been successfully captured: ${charge.id}`, {
      code: 'charge_not_refundable',
    })
  if (held > 0 && (amount ?? left) > left - held)
    return invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (left === 0)
    return invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount !== undefined && amount > left)
    return invalid(
      `Refund amount (${formatMoney(amount)}) is greater than unrefunded amount on charge (${formatMoney(left)})`,
      { param: 'amount' },
    )
  return null
}

export function newRefund(input: RefundInput, created: number): Stripe.Refund {
  const { charge } = input
  const intent = charge.payment_intent
  return {
    id: newId('re'),
    object: 'refund',
    amount: input.amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: input.metadata,
    payment_intent: typeof intent === 'string' ? intent : null,
    payment_method: charge.payment_method,
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

export function afterRefund(charge: Stripe.Charge, amount: number): Stripe.Charge {
  const refunded = charge.amount_refunded + amount
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }
}
