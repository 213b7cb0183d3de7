/** Disputes: raised by cardholders some time after the charge, or by a test at once (docs.stripe.com/disputes/how-disputes-work). */
import type Stripe from 'stripe'
import { balanceTransaction } from './model/balance.ts'
import { DISPUTE_FEE, type DisputeKind, heldBy, newDispute } from './model/dispute.ts'
import { newId } from './model/ids.ts'
import { dropPlanned } from './planned-store.ts'
import { findObject, insertObject, listAll, lockObject, saveObject } from './store.ts'
import { emit, seconds, type World } from './world.ts'

export type DisputeRefusal = 'no_such_charge' | 'not_disputable'

export interface DisputeOrder {
  kind?: DisputeKind
  /** Cents; missing: all that neither a refund nor another dispute has taken. The bank may take what was refunded again. */
  amount?: number | undefined
}

/** Raises a dispute of a charge, or of a payment intent's charge. Of a charge there may be several, as long as there is money. */
export async function raiseDispute(
  world: World,
  id: string,
  { kind = 'dispute', amount }: DisputeOrder = {},
): Promise<Stripe.Dispute | DisputeRefusal> {
  const intent = await findObject(world.tx, 'payment_intent', id)
  const latest = intent?.body.latest_charge
  const chargeId = typeof latest === 'string' ? latest : id
  const found = await lockObject(world.tx, 'charge', chargeId)
  if (found === undefined) return 'no_such_charge'
  const charge = found.body
  await dropPlanned(world.tx, charge.id, 'dispute', 'inquiry')
  const here = charge.amount - (await heldOf(world, charge.id))
  const sum = amount ?? here - charge.amount_refunded
  if (charge.status !== 'succeeded' || sum <= 0 || sum > here) return 'not_disputable'
  const dispute = newDispute(charge, { kind, amount: sum }, seconds(world))
  await saveObject(world.tx, { ...charge, disputed: true })
  await insertObject(world.tx, dispute, linksOf(dispute))
  if (kind !== 'dispute') {
    await emit(world, 'charge.dispute.created', dispute)
    return dispute
  }
  const taken = await moved(world, dispute, -sum)
  await emit(world, 'charge.dispute.created', taken)
  await emit(world, 'charge.dispute.funds_withdrawn', taken)
  return taken
}

/** What all disputes of a charge hold of it at present, in cents. */
export async function heldOf(world: World, charge: string): Promise<number> {
  return heldBy(await listAll(world.tx, 'dispute', { charge }))
}

/** under_review: the merchant has answered. won, lost: the bank has decided; what was lost may be won yet. */
export type DisputeStep = 'under_review' | 'won' | 'lost'

const CLOSED: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed', 'prevented'])

/**
 * The next step of a dispute; one that cannot be taken changes nothing. A won dispute brings all of the money back, a lost one
 * `returned` cents of it; never the fee. An inquiry that is won is closed, one that is lost becomes a dispute.
 */
export async function moveDispute(
  world: World,
  id: string,
  { step, returned = 0 }: { step: DisputeStep; returned?: number | undefined },
): Promise<Stripe.Dispute | undefined> {
  const known = await findObject(world.tx, 'dispute', id)
  await lockObject(world.tx, 'charge', String(known?.body.charge))
  const found = await lockObject(world.tx, 'dispute', id)
  if (found === undefined) return undefined
  const { status } = found.body
  if (status.startsWith('warning_') && status !== 'warning_closed')
    return moveInquiry(world, found.body, step)
  const wonYet = status === 'lost' && step === 'won'
  if (CLOSED.has(status) && !wonYet) return found.body
  const dispute: Stripe.Dispute = { ...found.body, status: step }
  await saveObject(world.tx, dispute)
  if (step === 'under_review') {
    await emit(world, 'charge.dispute.updated', dispute)
    return dispute
  }
  const held = heldBy([dispute])
  const back = step === 'won' ? held : Math.min(returned, held)
  const done = back > 0 ? await moved(world, dispute, back) : dispute
  await emit(world, wonYet ? 'charge.dispute.updated' : 'charge.dispute.closed', done)
  if (back > 0) await emit(world, 'charge.dispute.funds_reinstated', done)
  return done
}

async function moveInquiry(
  world: World,
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
  await saveObject(world.tx, dispute)
  await emit(world, step === 'won' ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
  if (step !== 'lost') return dispute
  const charge = await findObject(world.tx, 'charge', String(dispute.charge))
  const here = (charge?.body.amount ?? 0) - (await heldOf(world, String(dispute.charge)))
  const taken = await moved(world, dispute, -Math.min(dispute.amount, here))
  await emit(world, 'charge.dispute.funds_withdrawn', taken)
  return taken
}

function linksOf(dispute: Stripe.Dispute) {
  return { intent: String(dispute.payment_intent), charge: String(dispute.charge) }
}

/** Money of a dispute moves: away from the merchant below zero, and back. */
async function moved(world: World, before: Stripe.Dispute, amount: number): Promise<Stripe.Dispute> {
  const money = balanceTransaction(
    {
      id: newId('txn'),
      amount,
      fee: amount < 0 ? DISPUTE_FEE : 0,
      feeText: 'Dispute fee',
      source: before.id,
      type: 'adjustment',
      category: amount < 0 ? 'dispute' : 'dispute_reversal',
      description: `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${String(before.charge)}`,
    },
    seconds(world),
  )
  const dispute = { ...before, balance_transactions: [...before.balance_transactions, money] }
  await insertObject(world.tx, money, linksOf(dispute))
  await saveObject(world.tx, dispute)
  return dispute
}
