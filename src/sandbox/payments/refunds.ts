/** What becomes of a refund after it was made: one that waits succeeds, one that had succeeded may fail (docs.stripe.com/refunds). */
import type Stripe from 'stripe'
import { balanceTransaction } from './model/balance.ts'
import { afterRefund } from './model/refund.ts'
import { newId } from './model/ids.ts'
import { plan } from './planned-store.ts'
import { findObject, insertObject, lockObject, saveObject } from './store.ts'
import { emit, seconds, type World } from './world.ts'

/** A refund that ends "later" does so after this long. */
const END_AFTER_MS = 60_000

/** Plans the end of a refund of a card whose refunds do not just succeed; gives the status that it begins with. */
export async function beginRefund(
  world: World,
  { id, payment_method: methodId }: Stripe.Refund,
): Promise<'pending' | 'succeeded'> {
  const method = await findObject(world.tx, 'payment_method', String(methodId))
  const behavior = method?.hidden.behavior
  if (behavior !== 'refunds_pend' && behavior !== 'refunds_fail') return 'succeeded'
  await plan(world.tx, { objectId: id, what: 'refund' }, new Date(world.now.getTime() + END_AFTER_MS))
  return behavior === 'refunds_pend' ? 'pending' : 'succeeded'
}

/** A refund that waits succeeds; one that had succeeded fails. */
export async function endRefund(world: World, id: string): Promise<void> {
  const found = await findObject(world.tx, 'refund', id)
  if (found?.body.status === 'pending') await succeedRefund(world, found.body)
  else await failRefund(world, id)
}

async function succeedRefund(world: World, waiting: Stripe.Refund): Promise<void> {
  const { pending_reason: _, ...rest } = waiting
  const refund: Stripe.Refund = { ...rest, status: 'succeeded' }
  await saveObject(world.tx, refund)
  await emit(world, 'refund.updated', refund)
  await emit(world, 'charge.refund.updated', refund)
}

/** The bank sends the money back: it is the merchant's again, and can be refunded in another way. */
export async function failRefund(world: World, id: string): Promise<Stripe.Refund | undefined> {
  const known = await findObject(world.tx, 'refund', id)
  const charge = await lockObject(world.tx, 'charge', String(known?.body.charge))
  const found = await lockObject(world.tx, 'refund', id)
  if (found === undefined || charge === undefined || found.body.status === 'failed') return found?.body
  const money = balanceTransaction(
    {
      id: newId('txn'),
      amount: found.body.amount,
      fee: 0,
      feeText: '',
      source: id,
      type: 'refund_failure',
      category: 'refund_failure',
      description: 'REFUND FAILURE',
    },
    seconds(world),
  )
  const refund: Stripe.Refund = {
    ...found.body,
    status: 'failed',
    failure_balance_transaction: money.id,
    failure_reason: 'expired_or_canceled_card',
  }
  await insertObject(world.tx, money, {
    intent: String(refund.payment_intent),
    charge: String(refund.charge),
  })
  await saveObject(world.tx, refund)
  await saveObject(world.tx, afterRefund(charge.body, -refund.amount))
  await emit(world, 'refund.updated', refund)
  await emit(world, 'charge.refund.updated', refund)
  await emit(world, 'refund.failed', refund)
  return refund
}
