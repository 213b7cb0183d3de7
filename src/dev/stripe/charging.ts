/** Charges a card after a payment intent is confirmed. Used by the API, the bank's page and the controls. */
import type Stripe from 'stripe'
import { feeOf } from './model/balance.ts'
import { asksCardholder, type Behavior, isCharged } from './model/cards.ts'
import { type Advice, type ChargeFailure, DECLINE_FACTS, newCharge } from './model/charge.ts'
import { failed, succeeded } from './model/intent.ts'
import { newId } from './model/objects.ts'
import { docUrl, isRefusal, type Refusal, refuse } from './model/refusals.ts'
import { findObject, type Found, insertObject, lockObject, schedule, saveObject } from './store.ts'
import {
  type Change,
  change,
  emit,
  runOperation,
  moveMoney,
  type SandboxContext,
  seconds,
  type Operation,
} from './operation.ts'

/** Milliseconds from a charge until its dispute, for test cards that cause a dispute some time later. */
const DISPUTE_AFTER_MS = 60_000
const DISPUTES: Partial<Record<Behavior, 'dispute' | 'inquiry' | 'warning'>> = {
  disputed: 'dispute',
  inquiry: 'inquiry',
  warned: 'warning',
}

/**
 * Confirms an intent. Charges the card, asks the cardholder to authenticate, or leaves the payment in the
 * status `processing`. `offSession` means that the cardholder is not present.
 */
export async function attempt(
  operation: Operation,
  intent: Stripe.PaymentIntent,
  { method, offSession }: { method: Found<'payment_method'>; offSession: boolean },
): Promise<Stripe.PaymentIntent | Refusal> {
  const { behavior = 'succeeds' } = method.hidden
  const confirmed: Stripe.PaymentIntent = {
    ...intent,
    payment_method: method.body.id,
    last_payment_error: null,
  }
  const asks = asksCardholder(behavior, { offSession, setUp: method.body.customer !== null })
  const declined = offSession ? operation.controls.offSession : null
  if (declined)
    return charge(operation, confirmed, { method, failure: declined.decline, advice: declined.advice })
  if (asks && offSession) return isOffSession(operation, confirmed, method.body)
  if (asks) return askForAuthentication(operation, confirmed)
  if (operation.controls.keepProcessing) return keepProcessing(operation, confirmed)
  return charge(operation, confirmed, { method, failure: failureOf(behavior) })
}

/**
 * Declines a charge because the bank wants the cardholder to authenticate, but the cardholder is not present.
 * Nothing is charged.
 */
async function isOffSession(
  operation: Operation,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Promise<Refusal> {
  const error = lastError('authentication_required', method)
  return declinedBy(error, await change(operation, failed(intent, error, null), PAYMENT_FAILED))
}

const PAYMENT_FAILED: Change = { emits: ['payment_intent.payment_failed'], hidden: {} }

async function askForAuthentication(operation: Operation, intent: Stripe.PaymentIntent) {
  const source = newId('src')
  const stripe_js = `${operation.baseUrl}/authenticate/${source}?client_secret=${intent.client_secret ?? ''}`
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js, source },
    },
  }
  const hidden = { authentication: { source } }
  return change(operation, waiting, { emits: ['payment_intent.requires_action'], hidden })
}

async function keepProcessing(operation: Operation, intent: Stripe.PaymentIntent) {
  const processing: Stripe.PaymentIntent = {
    ...intent,
    status: 'processing',
    next_action: null,
    processing: { type: 'card', card: {} },
  }
  return change(operation, processing, { emits: ['payment_intent.processing'], hidden: {} })
}

function failureOf(behavior: Behavior): ChargeFailure | null {
  if (behavior === 'authenticates_then_insufficient_funds') return 'insufficient_funds'
  return isCharged(behavior) ? null : behavior
}

/** Ends a payment after the cardholder has answered the bank, or after the payment was in `processing`. */
export async function conclude(
  operation: Operation,
  intent: Stripe.PaymentIntent,
  end: 'charge' | 'fail' | 'authenticated',
) {
  const method = await methodOf(operation, intent)
  if (method === undefined) throw new Error(`payment intent ${intent.id} has no payment method`)
  const failure = end === 'fail' ? 'generic_decline' : failureOf(method.hidden.behavior ?? 'succeeds')
  return charge(operation, intent, { method, failure, authenticated: end === 'authenticated' })
}

const methodOf = ({ tx }: Operation, { payment_method: id }: Stripe.PaymentIntent) =>
  findObject(tx, 'payment_method', typeof id === 'string' ? id : '')

interface Charging {
  method: Found<'payment_method'>
  /** Why the bank declines the charge. Null if the charge succeeds. */
  failure: ChargeFailure | null
  advice?: Advice | null
  authenticated?: boolean
}

async function charge(
  operation: Operation,
  intent: Stripe.PaymentIntent,
  { method, failure, advice = null, authenticated = false }: Charging,
): Promise<Stripe.PaymentIntent | Refusal> {
  const made = newCharge({ intent, method: method.body, failure, advice, authenticated }, seconds(operation))
  await insertObject(operation.tx, made)
  if (failure === null) return chargeSucceeded(operation, succeeded(intent, made.id), { made, method })
  const error = lastError(failure, method.body, { charge: made.id, advice })
  await emit(operation, 'charge.failed', made)
  return declinedBy(error, await change(operation, failed(intent, error, made.id), PAYMENT_FAILED))
}

const declinedBy = (error: ReturnType<typeof lastError>, intent: Stripe.PaymentIntent): Refusal =>
  refuse(402, { ...error, type: 'card_error', message: error.message ?? '', payment_intent: intent })

async function chargeSucceeded(
  operation: Operation,
  intent: Stripe.PaymentIntent,
  { made, method }: { made: Stripe.Charge; method: Found<'payment_method'> },
): Promise<Stripe.PaymentIntent> {
  const later = (ms: number) => new Date(operation.now.getTime() + ms)
  await saveObject(operation.tx, intent, {})
  // Attaches the card to the customer if the merchant will charge the card later
  // (docs.stripe.com/payments/save-during-payment).
  const customer =
    intent.setup_future_usage === 'off_session'
      ? await customerToSaveTo(operation, intent)
      : method.body.customer
  await saveObject(operation.tx, { ...method.body, customer }, { ...method.hidden, used: true })
  await schedule(operation.tx, { objectId: made.id, what: 'settle' }, later(operation.controls.feeAfterMs))
  const what = DISPUTES[method.hidden.behavior ?? 'succeeds']
  if (what) await schedule(operation.tx, { objectId: made.id, what }, later(DISPUTE_AFTER_MS))
  await emit(operation, 'charge.succeeded', made)
  await emit(operation, 'payment_intent.succeeded', intent)
  return intent
}

/**
 * Returns the customer to whom the card is attached. Returns null if the customer was deleted while the bank
 * was deciding.
 */
async function customerToSaveTo(
  { tx }: Operation,
  { customer }: Stripe.PaymentIntent,
): Promise<string | null> {
  if (typeof customer !== 'string') return null
  return (await findObject(tx, 'customer', customer)) === undefined ? null : customer
}

/**
 * Creates the balance transaction of a charge. Stripe does this up to an hour after the charge, and then
 * sends the event `charge.updated`. See docs.stripe.com/payments/payment-intents/asynchronous-capture.
 */
export async function settleCharge(operation: Operation, id: string): Promise<void> {
  const found = await lockObject(operation.tx, 'charge', id)
  if (found === undefined) throw new Error(`no charge ${id} to settle`)
  const { amount, description } = found.body
  const move = { amount, fee: feeOf(amount), source: id, type: 'charge', description } as const
  const money = await moveMoney(operation, move)
  const settled = { ...found.body, balance_transaction: money.id }
  await change(operation, settled, { emits: ['charge.updated'] })
}

function lastError(
  failure: ChargeFailure,
  method: Stripe.PaymentMethod,
  { charge, advice = null }: { charge?: string; advice?: Advice | null } = {},
) {
  const facts = DECLINE_FACTS[failure]
  return {
    ...(advice !== null && { advice_code: advice }),
    ...(charge !== undefined && { charge }),
    code: facts.code,
    ...(facts.declineCode === undefined ? {} : { decline_code: facts.declineCode }),
    doc_url: docUrl(facts.code),
    message: facts.message,
    ...(facts.param === undefined ? {} : { param: facts.param }),
    payment_method: method,
    type: 'card_error',
  } satisfies Stripe.PaymentIntent.LastPaymentError
}

/** Records that the cardholder failed or refused to authenticate. Nothing is charged. */
async function authenticationFailed(
  operation: Operation,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  const method = await methodOf(operation, intent)
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
  return change(operation, waiting, PAYMENT_FAILED)
}

/**
 * The result of answering the cardholder's bank: the changed intent, or the reason why the answer has no
 * effect.
 */
type Answered = Stripe.PaymentIntent | 'unknown' | 'already_answered'

/** Identifies the bank's question to the cardholder about one payment. */
interface Question {
  /**
   * The client secret of the intent that waits for the answer, which proves that the caller is the cardholder.
   */
  clientSecret: string
  /**
   * The payment attempt that the cardholder confirms or refuses. If a newer attempt exists, the result is
   * `already_answered`.
   */
  source: string
}

/** Processes the cardholder's answer to their bank (3-D Secure). */
export const answerBank = async (
  context: SandboxContext,
  { clientSecret, source }: Question,
  answer: 'complete' | 'fail',
): Promise<Answered> =>
  runOperation(context, {}, async (operation) => {
    const found = await lockObject(operation.tx, 'payment_intent', intentIdOf(clientSecret))
    if (found === undefined || found.body.client_secret !== clientSecret) return 'unknown'
    if (found.body.status !== 'requires_action' || found.hidden.authentication?.source !== source)
      return 'already_answered'
    if (answer === 'fail') return authenticationFailed(operation, found.body)
    const outcome = await conclude(operation, found.body, 'authenticated')
    return isRefusal(outcome) ? (outcome.error.payment_intent ?? found.body) : outcome
  })

/**
 * Returns the amount in cents that the bank's page shows. Returns undefined if this payment does not wait for
 * an answer.
 */
export async function findQuestion(context: SandboxContext, { clientSecret, source }: Question) {
  await context.ready()
  const found = await findObject(context.db, 'payment_intent', intentIdOf(clientSecret))
  const waits = found?.body.status === 'requires_action' && found.hidden.authentication?.source === source
  return waits && found.body.client_secret === clientSecret ? found.body.amount : undefined
}

const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''
