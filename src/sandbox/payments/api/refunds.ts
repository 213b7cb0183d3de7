/** Refunds (docs.stripe.com/api/refunds). */
import type Stripe from 'stripe'
import { heldOf } from '../disputes.ts'
import { balanceTransaction } from '../model/balance.ts'
import { afterRefund, newRefund, refundProblem } from '../model/refund.ts'
import { invalid, isRefusal, noSuch, type Refusal } from '../model/refusals.ts'
import { beginRefund } from '../refunds.ts'
import { findObject, insertObject, lockObject, saveObject, type Found } from '../store.ts'
import { emit, seconds, type World } from '../world.ts'
import type { Endpoint } from './endpoint.ts'
import { mergeMetadata } from './params.ts'

export const createRefund: Endpoint<Stripe.RefundCreateParams> = async ({ world, params }) => {
  const { amount, reason } = params
  const found = await chargeOf(world, params)
  if (isRefusal(found)) return found
  if (amount !== undefined && amount < 1)
    return invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  const problem = refundProblem(found.body, { amount, held: await heldOf(world, found.body.id) })
  if (problem !== null) return problem
  const left = found.body.amount - found.body.amount_refunded
  const made = newRefund(
    {
      charge: found.body,
      amount: amount ?? left,
      reason: reason ?? null,
      metadata: mergeMetadata({}, params.metadata),
    },
    seconds(world),
  )
  const status = await beginRefund(world, made)
  const waits = status === 'pending' ? ({ pending_reason: 'processing' } as const) : {}
  const refund: Stripe.Refund = { ...made, status, ...waits }
  const charge = afterRefund(found.body, refund.amount)
  const links = { intent: String(charge.payment_intent), charge: charge.id }
  const money = balanceTransaction(
    {
      id: String(refund.balance_transaction),
      amount: -refund.amount,
      fee: 0,
      feeText: '',
      source: refund.id,
      type: 'refund',
      category: 'refund',
      description: 'REFUND FOR CHARGE',
    },
    seconds(world),
  )
  await saveObject(world.tx, charge)
  await insertObject(world.tx, refund, links)
  await insertObject(world.tx, money, links)
  await emit(world, 'refund.created', refund)
  await emit(world, 'charge.refunded', charge)
  return { body: refund }
}

type Target = Pick<Stripe.RefundCreateParams, 'charge' | 'payment_intent'>

/** The charge to refund, locked: refunds of one charge wait for each other. */
async function chargeOf(world: World, target: Target): Promise<Found<'charge'> | Refusal> {
  if (target.payment_intent === undefined) {
    if (target.charge === undefined)
      return invalid(
        'One of the following params should be provided for this request: payment_intent or charge.',
      )
    return (await lockObject(world.tx, 'charge', target.charge)) ?? noSuch('charge', target.charge, 'charge')
  }
  const intent = await findObject(world.tx, 'payment_intent', target.payment_intent)
  if (intent === undefined) return noSuch('payment_intent', target.payment_intent, 'payment_intent')
  const charge = intent.body.latest_charge
  if (typeof charge === 'string' && intent.body.status === 'succeeded')
    return (await lockObject(world.tx, 'charge', charge)) ?? noSuch('charge', charge, 'charge')
  return invalid(`This PaymentIntent (${intent.body.id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  })
}

export const updateRefund: Endpoint<Stripe.RefundUpdateParams> = async ({ world, id, params }) => {
  const found = await lockObject(world.tx, 'refund', id)
  if (found === undefined) return noSuch('refund', id)
  const refund = { ...found.body, metadata: mergeMetadata(found.body.metadata ?? {}, params.metadata) }
  await saveObject(world.tx, refund)
  await emit(world, 'refund.updated', refund)
  await emit(world, 'charge.refund.updated', refund)
  return { body: refund }
}
