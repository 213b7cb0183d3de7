/** Disputes: raised by cardholders some time after the charge, or by a test at once. */
import type Stripe from 'stripe'
import { balanceTransaction } from './model/balance.ts'
import { DISPUTE_FEE, newDispute } from './model/dispute.ts'
import { newId } from './model/ids.ts'
import { findObject, insertObject, lockObject, saveObject } from './store.ts'
import { dropPlannedDispute, takePlannedDispute } from './webhooks/store.ts'
import { emit, seconds, type World } from './world.ts'

export type DisputeRefusal = 'no_such_charge' | 'not_disputable'

/** Raises the dispute of a charge, or of a payment intent's charge; the money is taken back at once. */
export async function raiseDispute(world: World, id: string): Promise<Stripe.Dispute | DisputeRefusal> {
  const intent = await findObject(world.tx, 'payment_intent', id)
  const latest = intent?.body.latest_charge
  const chargeId = typeof latest === 'string' ? latest : id
  const found = await lockObject(world.tx, 'charge', chargeId)
  if (found === undefined) return 'no_such_charge'
  const charge = found.body
  await dropPlannedDispute(world.tx, charge.id)
  if (charge.status !== 'succeeded' || charge.disputed || charge.refunded) return 'not_disputable'
  const dispute = newDispute(charge, seconds(world))
  const taken = moneyOf(world, dispute, { amount: -dispute.amount, fee: DISPUTE_FEE })
  dispute.balance_transactions = [taken]
  await saveObject(world.tx, { ...charge, disputed: true })
  await insertObject(world.tx, dispute, linksOf(dispute))
  await insertObject(world.tx, taken, linksOf(dispute))
  await emit(world, 'charge.dispute.created', dispute)
  await emit(world, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank decides. A won dispute brings the money back, not the fee. */
export async function endDispute(
  world: World,
  id: string,
  status: 'won' | 'lost',
): Promise<Stripe.Dispute | undefined> {
  const found = await lockObject(world.tx, 'dispute', id)
  if (found === undefined || found.body.status !== 'needs_response') return found?.body
  const dispute: Stripe.Dispute = { ...found.body, status }
  if (status === 'won') {
    const back = moneyOf(world, dispute, { amount: dispute.amount, fee: 0 })
    dispute.balance_transactions = [...dispute.balance_transactions, back]
    await insertObject(world.tx, back, linksOf(dispute))
    const charge = await lockObject(world.tx, 'charge', String(dispute.charge))
    if (charge !== undefined) await saveObject(world.tx, { ...charge.body, disputed: false })
  }
  await saveObject(world.tx, dispute)
  await emit(world, 'charge.dispute.closed', dispute)
  if (status === 'won') await emit(world, 'charge.dispute.funds_reinstated', dispute)
  return dispute
}

/** Raises one dispute that is due. False: none is. */
export async function raisePlanned(world: World): Promise<boolean> {
  const chargeId = await takePlannedDispute(world.tx, world.now)
  if (chargeId !== undefined) await raiseDispute(world, chargeId)
  return chargeId !== undefined
}

function linksOf(dispute: Stripe.Dispute) {
  return { intent: String(dispute.payment_intent), charge: String(dispute.charge) }
}

function moneyOf(world: World, dispute: Stripe.Dispute, move: { amount: number; fee: number }) {
  return balanceTransaction(
    {
      id: newId('txn'),
      amount: move.amount,
      fee: move.fee,
      feeText: 'Dispute fee',
      source: dispute.id,
      type: 'adjustment',
      category: move.amount < 0 ? 'dispute' : 'dispute_reversal',
      description: `Chargeback ${move.amount < 0 ? 'withdrawal' : 'reversal'} for ${String(dispute.charge)}`,
    },
    seconds(world),
  )
}
