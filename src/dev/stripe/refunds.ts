/**
 * Refunds. Most refunds succeed immediately. With some test cards, a refund is pending until it succeeds, or a
 * successful refund fails later (docs.stripe.com/refunds).
 */
import type Stripe from 'stripe'
import { formatMoney } from '#shared/money.ts'
import type { Endpoint } from './api/handle.ts'
import { readMetadata } from './api/parameters.ts'
import { heldOf } from './disputes.ts'
import { newId } from './model/objects.ts'
import { invalid, isRefusal, noSuch, type Refusal } from './model/refusals.ts'
import {
  findObject,
  type Found,
  insertObject,
  lockAvailable,
  lockObject,
  saveObject,
  schedule,
} from './store.ts'
import { change, emit, moveMoney, seconds, type Operation } from './operation.ts'

export const createRefund: Endpoint<Stripe.RefundCreateParams, Stripe.Refund> = async ({
  operation,
  params,
}) => {
  const { amount } = params
  const found = await chargeOf(operation, params.payment_intent)
  if (isRefusal(found)) return found
  if (amount !== undefined && amount < 1)
    return invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  const problem = refundProblem(found.body, { amount, held: await heldOf(operation, found.body.id) })
  if (problem !== null) return problem
  const order = {
    charge: found.body,
    amount: amount ?? found.body.amount - found.body.amount_refunded,
    metadata: readMetadata(params.metadata),
  }
  const made = newRefund(order, seconds(operation))
  const refund = await beginRefund(operation, made)
  const charge = afterRefund(found.body, refund.amount)
  await saveObject(operation.tx, charge)
  await insertObject(operation.tx, refund)
  if (refund.balance_transaction !== null) await payRefund(operation, refund)
  await emit(operation, 'refund.created', refund)
  await emit(operation, 'charge.refunded', charge)
  return { body: refund }
}

const payRefund = (operation: Operation, refund: Stripe.Refund) =>
  moveMoney(operation, {
    id: String(refund.balance_transaction),
    amount: -refund.amount,
    source: refund.id,
    type: 'refund',
    description: 'REFUND FOR CHARGE',
  })

/**
 * Locks and returns the charge to refund. Because of the lock, refunds of the same charge run one after the
 * other.
 */
async function chargeOf(
  operation: Operation,
  intentId: string | undefined,
): Promise<Found<'charge'> | Refusal> {
  if (intentId === undefined)
    return invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = await findObject(operation.tx, 'payment_intent', intentId)
  if (intent === undefined) return noSuch('payment_intent', intentId, 'payment_intent')
  const charge = intent.body.latest_charge
  if (typeof charge === 'string' && intent.body.status === 'succeeded')
    return (await lockObject(operation.tx, 'charge', charge)) ?? noSuch('charge', charge, 'charge')
  return invalid(`This PaymentIntent (${intent.body.id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  })
}

/**
 * Returns the reason why a refund is refused, or null. `held` is how many cents of the charge disputes hold.
 * All other money can be refunded.
 */
function refundProblem(
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

export function newRefund(
  { charge, amount, metadata }: { charge: Stripe.Charge; amount: number; metadata: Record<string, string> },
  created: number,
): Stripe.Refund {
  const intent = charge.payment_intent
  return {
    id: newId('re'),
    object: 'refund',
    amount,
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
    metadata,
    payment_intent: typeof intent === 'string' ? intent : null,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

/**
 * Returns the charge with its totals after a refund of `amount` cents. A negative amount means that the bank
 * returned a refund.
 */
function afterRefund(charge: Stripe.Charge, amount: number): Stripe.Charge {
  const refunded = charge.amount_refunded + amount
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }
}

/** Milliseconds until the status of a refund changes, for test cards whose refunds succeed or fail later. */
const END_AFTER_MS = 60_000

/** Milliseconds until a held refund is tried again. */
const TRY_AGAIN_MS = 3_600_000
/** Milliseconds after which a held refund fails. Stripe does not document how long it waits. */
const GIVE_UP_MS = 30 * 24 * TRY_AGAIN_MS

/** Returns a refund with its first status. Schedules a later change if the test card or the balance asks for one. */
async function beginRefund(operation: Operation, made: Stripe.Refund): Promise<Stripe.Refund> {
  const { id, payment_method: methodId } = made
  const changesAfter = (ms: number) =>
    schedule(operation.tx, { objectId: id, what: 'refund' }, new Date(operation.now.getTime() + ms))
  if (operation.controls.holdRefunds && (await availableCents(operation)) < made.amount) {
    await changesAfter(TRY_AGAIN_MS)
    return { ...made, balance_transaction: null, status: 'pending', pending_reason: 'insufficient_funds' }
  }
  const method = await findObject(operation.tx, 'payment_method', String(methodId))
  const behavior = method?.hidden.behavior
  if (behavior === 'refunds_pend' || behavior === 'refunds_fail') await changesAfter(END_AFTER_MS)
  return behavior === 'refunds_pend' ? { ...made, status: 'pending', pending_reason: 'processing' } : made
}

/** Returns the cents of the balance from which refunds can be paid. */
async function availableCents(operation: Operation): Promise<number> {
  const available = await lockAvailable(operation.tx, seconds(operation))
  return available.reduce((total, { net }) => total + net, 0)
}

/** Makes the scheduled change of a refund's status: a pending refund succeeds, and a successful one fails. */
export async function endRefund(operation: Operation, id: string): Promise<void> {
  const found = await findObject(operation.tx, 'refund', id)
  if (found?.body.pending_reason === 'insufficient_funds') await tryHeldRefund(operation, found.body)
  else if (found?.body.status === 'pending') await succeedRefund(operation, found.body)
  else await failRefund(operation, id)
}

/** Pays a held refund if the balance covers it now. Otherwise tries again later, or lets it fail in the end. */
async function tryHeldRefund(operation: Operation, held: Stripe.Refund): Promise<void> {
  const { id, amount, created } = held
  if ((await availableCents(operation)) >= amount) {
    const paid = { ...held, balance_transaction: newId('txn') }
    await payRefund(operation, paid)
    return succeedRefund(operation, paid)
  }
  const at = operation.now.getTime()
  if (at - created * 1000 < GIVE_UP_MS)
    return schedule(operation.tx, { objectId: id, what: 'refund' }, new Date(at + TRY_AGAIN_MS))
  const charge = await lockObject(operation.tx, 'charge', String(held.charge))
  if (charge) await saveObject(operation.tx, afterRefund(charge.body, -amount))
  const { pending_reason: _, ...rest } = held
  const refund: Stripe.Refund = { ...rest, status: 'failed', failure_reason: 'insufficient_funds' }
  await change(operation, refund, { emits: ['refund.updated', 'charge.refund.updated', 'refund.failed'] })
}

async function succeedRefund(operation: Operation, waiting: Stripe.Refund): Promise<void> {
  const { pending_reason: _, ...rest } = waiting
  const refund: Stripe.Refund = { ...rest, status: 'succeeded' }
  await change(operation, refund, { emits: ['refund.updated', 'charge.refund.updated'] })
}

/**
 * Makes a refund fail because the bank returned it. The money belongs to the merchant again, who can refund it
 * in another way.
 */
export async function failRefund(operation: Operation, id: string): Promise<Stripe.Refund | undefined> {
  const known = await findObject(operation.tx, 'refund', id)
  const charge = await lockObject(operation.tx, 'charge', String(known?.body.charge))
  const found = await lockObject(operation.tx, 'refund', id)
  if (found === undefined || charge === undefined || found.body.status === 'failed') return found?.body
  const { amount } = found.body
  const description = 'REFUND FAILURE'
  const money = await moveMoney(operation, {
    amount,
    source: id,
    type: 'adjustment',
    category: 'refund_failure',
    description,
  })
  const refund: Stripe.Refund = {
    ...found.body,
    status: 'failed',
    failure_balance_transaction: money.id,
    failure_reason: 'expired_or_canceled_card',
  }
  await saveObject(operation.tx, afterRefund(charge.body, -refund.amount))
  return change(operation, refund, { emits: ['refund.updated', 'charge.refund.updated', 'refund.failed'] })
}
