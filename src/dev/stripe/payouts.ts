/**
 * Payouts. Once a day the provider sends the available money to the venue's bank, where it arrives a day later
 * (docs.stripe.com/payouts).
 */
import type Stripe from 'stripe'
import { newId } from './model/objects.ts'
import { insertObject, listAll, lockAvailable, lockObject, saveObject, schedule } from './store.ts'
import { change, emit, moveMoney, seconds, type Operation } from './operation.ts'

const DAY_SECONDS = 24 * 3600

/**
 * Pays out the available money to the bank. Does nothing while the balance is negative or a refund waits for it,
 * until later payments cover it.
 */
export async function payOut(operation: Operation): Promise<void> {
  const now = seconds(operation)
  const available = await lockAvailable(operation.tx, now)
  const sum = available.reduce((total, { net }) => total + net, 0)
  const refunds = await listAll(operation.tx, 'refund')
  if (sum <= 0 || refunds.some((refund) => refund.pending_reason === 'insufficient_funds')) return
  const id = newId('po')
  const arrival = (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS
  const own = await moveMoney(operation, {
    amount: -sum,
    source: id,
    type: 'payout',
    description: 'STRIPE PAYOUT',
  })
  for (const money of [...available, own])
    await saveObject(operation.tx, { ...money, status: 'available' }, { payout: id })
  const payout = newPayout({ id, amount: sum, arrival, transaction: own.id }, now)
  await insertObject(operation.tx, payout)
  await schedule(operation.tx, { objectId: id, what: 'arrive' }, new Date(arrival * 1000))
  await emit(operation, 'payout.created', payout)
}

/**
 * Marks a payout as arrived at the bank. From then on, the API lists the payments that the payout contains.
 */
export async function arrive(operation: Operation, id: string): Promise<void> {
  const found = await lockObject(operation.tx, 'payout', id)
  if (found?.body.status !== 'in_transit') return
  const payout: Stripe.Payout = {
    ...found.body,
    status: 'paid',
    reconciliation_status: 'completed',
    trace_id: { status: 'supported', value: id.slice(-15) },
  }
  await change(operation, payout, { emits: ['payout.paid', 'payout.reconciliation_completed'] })
}

/** Makes a payout fail. The money returns to the balance and becomes part of the next payout. */
export async function failPayout(operation: Operation, id: string): Promise<Stripe.Payout | undefined> {
  const found = await lockObject(operation.tx, 'payout', id)
  if (!found || found.body.status === 'failed') return found?.body
  const money = await moveMoney(operation, {
    amount: found.body.amount,
    source: id,
    type: 'payout_failure',
    category: 'payout_reversal',
    description: 'STRIPE PAYOUT FAILURE',
  })
  const payout: Stripe.Payout = {
    ...found.body,
    status: 'failed',
    reconciliation_status: 'completed',
    failure_balance_transaction: money.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  }
  return change(operation, payout, { emits: ['payout.failed'] })
}

const newPayout = (
  { id, amount, arrival, transaction }: { id: string; amount: number; arrival: number; transaction: string },
  created: number,
): Stripe.Payout => ({
  id,
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: arrival,
  automatic: true,
  balance_transaction: transaction,
  created,
  currency: 'usd',
  description: 'STRIPE PAYOUT',
  destination: 'ba_sandbox',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'in_progress',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'in_transit',
  trace_id: { status: 'pending', value: null },
  type: 'bank_account',
})
