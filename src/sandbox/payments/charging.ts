/** Charging a card: what follows from a confirmed payment intent. Used by the API, the bank's page and the controls. */
import type Stripe from 'stripe'
import { balanceTransaction, feeOf } from './model/balance.ts'
import { type Behavior, isCharged } from './model/cards.ts'
import { newCharge } from './model/charge.ts'
import { declineFacts, type ChargeFailure } from './model/declines.ts'
import { failed, succeeded } from './model/intent.ts'
import { newId } from './model/ids.ts'
import { docUrl, refuse, type Refusal } from './model/refusals.ts'
import { findObject, insertObject, lockObject, saveObject, type Found } from './store.ts'
import { plan } from './planned-store.ts'
import { emit, seconds, type World } from './world.ts'

/** A card that is disputed "later" is so after this long. */
const DISPUTE_AFTER_MS = 60_000
const DISPUTES: Partial<Record<Behavior, 'dispute' | 'inquiry'>> = { disputed: 'dispute', inquiry: 'inquiry' }

export interface Attempt {
  intent: Stripe.PaymentIntent
  method: Found<'payment_method'>
  /** Must the cardholder pass 3-D Secure where this call cannot ask them? Then the card declines. */
  unattended: boolean
  returnUrl: string | null
}

/** Confirms: charges, asks for authentication, or leaves the payment in processing. */
export async function attempt(world: World, input: Attempt): Promise<Stripe.PaymentIntent | Refusal> {
  const { intent, method, unattended, returnUrl } = input
  const behavior = method.hidden.behavior ?? 'succeeds'
  const confirmed: Stripe.PaymentIntent = {
    ...intent,
    payment_method: method.body.id,
    last_payment_error: null,
  }
  const asks = behavior === 'authenticates' || behavior === 'authenticates_then_insufficient_funds'
  if (asks && !unattended) return askForAuthentication(world, confirmed, returnUrl)
  if (asks) return charge(world, confirmed, { method, failure: 'authentication_required' })
  if (world.controls.keepProcessing) return keepProcessing(world, confirmed)
  return charge(world, confirmed, { method, failure: failureOf(behavior) })
}

async function askForAuthentication(world: World, intent: Stripe.PaymentIntent, returnUrl: string | null) {
  const source = newId('src')
  const url = `${world.baseUrl}/authenticate/${source}?client_secret=${intent.client_secret ?? ''}`
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    next_action:
      returnUrl === null
        ? {
            type: 'use_stripe_sdk',
            use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source },
          }
        : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
  }
  await saveObject(world.tx, waiting, { authentication: { source, returnUrl } })
  await emit(world, 'payment_intent.requires_action', waiting)
  return waiting
}

async function keepProcessing(world: World, intent: Stripe.PaymentIntent) {
  const processing: Stripe.PaymentIntent = {
    ...intent,
    status: 'processing',
    next_action: null,
    processing: { type: 'card', card: {} },
  }
  await saveObject(world.tx, processing, {})
  await emit(world, 'payment_intent.processing', processing)
  return processing
}

function failureOf(behavior: Behavior): ChargeFailure | null {
  if (behavior === 'authenticates_then_insufficient_funds') return 'insufficient_funds'
  return isCharged(behavior) ? null : behavior
}

/** The cardholder has answered the bank, or a payment in processing has ended. */
export async function conclude(
  world: World,
  intent: Stripe.PaymentIntent,
  end: 'charge' | 'fail' | 'authenticated',
) {
  const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : ''
  const method = await findObject(world.tx, 'payment_method', methodId)
  if (method === undefined) throw new Error(`payment intent ${intent.id} has no payment method`)
  const failure = end === 'fail' ? 'generic_decline' : failureOf(method.hidden.behavior ?? 'succeeds')
  return charge(world, intent, { method, failure, authenticated: end === 'authenticated' })
}

interface Charging {
  method: Found<'payment_method'>
  /** Null: it goes through. */
  failure: ChargeFailure | null
  authenticated?: boolean
}

async function charge(
  world: World,
  intent: Stripe.PaymentIntent,
  { method, failure, authenticated = false }: Charging,
): Promise<Stripe.PaymentIntent | Refusal> {
  const receiptUrlBase = `${world.baseUrl}/receipts`
  const made = newCharge(
    { intent, method: method.body, failure, authenticated, receiptUrlBase },
    seconds(world),
  )
  await insertObject(world.tx, made, { intent: intent.id, charge: made.id })
  if (failure === null) return chargeSucceeded(world, succeeded(intent, made.id), { made, method })
  const error = lastError(failure, method.body, made.id)
  const waiting = failed(intent, error, made.id)
  await saveObject(world.tx, waiting, {})
  await emit(world, 'charge.failed', made)
  await emit(world, 'payment_intent.payment_failed', waiting)
  return refuse(402, { ...error, type: 'card_error', message: error.message ?? '', payment_intent: waiting })
}

async function chargeSucceeded(
  world: World,
  intent: Stripe.PaymentIntent,
  { made, method }: { made: Stripe.Charge; method: Found<'payment_method'> },
): Promise<Stripe.PaymentIntent> {
  const later = (ms: number) => new Date(world.now.getTime() + ms)
  await saveObject(world.tx, intent, {})
  await saveObject(world.tx, method.body, { ...method.hidden, used: true })
  await plan(world.tx, { objectId: made.id, what: 'settle' }, later(world.controls.feeAfterMs))
  const what = DISPUTES[method.hidden.behavior ?? 'succeeds']
  if (what) await plan(world.tx, { objectId: made.id, what }, later(DISPUTE_AFTER_MS))
  await emit(world, 'charge.succeeded', made)
  await emit(world, 'payment_intent.succeeded', intent)
  return intent
}

/**
 * The balance transaction of a charge is made: not with the charge, but within the hour, told by `charge.updated`
 * (docs.stripe.com/payments/payment-intents/asynchronous-capture).
 */
export async function settleCharge(world: World, id: string): Promise<void> {
  const found = await lockObject(world.tx, 'charge', id)
  if (found === undefined) throw new Error(`no charge ${id} to settle`)
  const links = { intent: String(found.body.payment_intent), charge: id }
  const money = balanceTransaction(
    {
      id: newId('txn'),
      amount: found.body.amount,
      fee: feeOf(found.body.amount),
      feeText: 'Stripe processing fees',
      source: id,
      type: 'charge',
      category: 'charge',
      description: found.body.description,
    },
    seconds(world),
  )
  const charge = { ...found.body, balance_transaction: money.id }
  await insertObject(world.tx, money, links)
  await saveObject(world.tx, charge)
  await emit(world, 'charge.updated', charge)
}

function lastError(failure: ChargeFailure, method: Stripe.PaymentMethod, chargeId: string) {
  const facts = declineFacts(failure)
  return {
    charge: chargeId,
    code: facts.code,
    ...(facts.declineCode === undefined ? {} : { decline_code: facts.declineCode }),
    doc_url: docUrl(facts.code),
    message: facts.message,
    ...(facts.param === undefined ? {} : { param: facts.param }),
    payment_method: method,
    type: 'card_error',
  } satisfies Stripe.PaymentIntent.LastPaymentError
}

/** The cardholder failed, or refused, to authenticate: nothing is charged. */
export async function authenticationFailed(
  world: World,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : ''
  const method = await findObject(world.tx, 'payment_method', methodId)
  const code = 'payment_intent_authentication_failure'
  const waiting = failed(
    intent,
    {
      code,
      doc_url: docUrl(code),
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
      payment_method: method?.body,
      type: 'invalid_request_error',
    },
    null,
  )
  await saveObject(world.tx, waiting, {})
  await emit(world, 'payment_intent.payment_failed', waiting)
  return waiting
}
