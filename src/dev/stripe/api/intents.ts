/** Payment intents: create, retrieve, confirm, cancel (docs.stripe.com/api/payment_intents). */
import type Stripe from 'stripe'
import { sameText } from '#platform/http/signing.ts'
import { attempt } from '../charging.ts'
import {
  canceled,
  cancelProblem,
  confirmProblem,
  newIntent,
  publicView,
  withMethod,
} from '../model/intent.ts'
import { invalid, isRefusal, noSuch, type Refusal } from '../model/refusals.ts'
import { findObject, insertObject, lockObject } from '../store.ts'
import { change, emit, seconds } from '../operation.ts'
import type { Answer, Call, Endpoint } from './handle.ts'
import { readMetadata } from './parameters.ts'
import { customerProblem } from './customers.ts'
import { resolveMethod } from './methods.ts'

export const createIntent: Endpoint<Stripe.PaymentIntentCreateParams, Stripe.PaymentIntent> = async (
  call,
) => {
  const { operation, params } = call
  const problem = createProblem(params) ?? (await customerProblem(operation, params.customer))
  if (problem !== null) return problem
  const method =
    params.payment_method === undefined
      ? null
      : await resolveMethod(operation, params.payment_method, params.customer)
  if (isRefusal(method)) return method
  const fresh = newIntent({ ...params, metadata: readMetadata(params.metadata) }, seconds(operation))
  const intent = method === null ? fresh : withMethod(fresh, method.body.id)
  await insertObject(operation.tx, intent)
  await emit(operation, 'payment_intent.created', intent)
  if (params.confirm !== true) return { body: intent }
  // Leaves out the test id of the payment method, because passing it again would create a second payment
  // method.
  return confirmIntent({ ...call, params: { off_session: params.off_session === true } }, intent)
}

/**
 * Checks a new intent against Stripe's limits for the amount (in cents) and the sandbox's own limits. Returns
 * null if the intent may be created.
 */
function createProblem(given: Stripe.PaymentIntentCreateParams): Refusal | null {
  const { amount, currency, allowed_payment_method_types: allowed, confirm: isConfirmed } = given
  if (amount < 1)
    return invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount < 50)
    return invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount > 99_999_999)
    return invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  if (currency.toLowerCase() !== 'usd')
    return invalid(`Invalid currency: ${currency}. The sandbox supports these currencies: usd`, {
      param: 'currency',
    })
  if (given.off_session !== undefined && isConfirmed !== true)
    return invalid('The parameter `off_session` can only be passed in when `confirm` is true.', {
      param: 'off_session',
    })
  const usage = given.payment_method_options?.card || {}
  if (usage.setup_credential_usage !== undefined && given.setup_future_usage === undefined)
    return invalid(
      'The parameter `setup_credential_usage` can only be passed in with `setup_future_usage`.',
      {
        param: 'payment_method_options[card][setup_credential_usage]',
      },
    )
  if (
    usage.stored_credential_usage !== undefined &&
    (given.off_session !== true || given.setup_future_usage !== undefined)
  )
    return invalid(
      'The parameter `stored_credential_usage` can only be passed in with `off_session`, and not with `setup_future_usage`.',
      { param: 'payment_method_options[card][stored_credential_usage]' },
    )
  if (allowed !== undefined && !allowed.includes('card'))
    return invalid('The payment sandbox has cards alone, and card is not among the allowed types.', {
      param: 'allowed_payment_method_types',
    })
  return null
}

export const cancelIntent: Endpoint<Stripe.PaymentIntentCancelParams, Stripe.PaymentIntent> = async ({
  operation,
  id,
}) => {
  const found = await lockObject(operation.tx, 'payment_intent', id)
  if (found === undefined) return noSuch('payment_intent', id)
  const problem = cancelProblem(found.body)
  if (problem !== null) return problem
  const intent = canceled(found.body, seconds(operation))
  return { body: await change(operation, intent, { emits: ['payment_intent.canceled'], hidden: {} }) }
}

/**
 * Parameters of a confirmation by a browser. The SDK does not declare `client_secret`, because servers never
 * send it.
 */
type WithSecret = { client_secret?: string }

/** The part of an intent that the caller may see. */
type Shown = Stripe.PaymentIntent | ReturnType<typeof publicView>

export const confirm: Endpoint<Stripe.PaymentIntentConfirmParams & WithSecret, Shown> = async (call) => {
  const { operation, id } = call
  const found = await lockObject(operation.tx, 'payment_intent', id)
  const problem = secretProblem(call, found?.body)
  if (problem !== null) return problem
  if (found === undefined) return noSuch('payment_intent', id)
  return forCaller(call, await confirmIntent(call, found.body))
}

export const retrieveIntent: Endpoint<Stripe.PaymentIntentRetrieveParams, Shown> = async (call) => {
  const { operation, id } = call
  const found = await findObject(operation.tx, 'payment_intent', id)
  const problem = secretProblem(call, found?.body)
  if (problem !== null) return problem
  return found === undefined ? noSuch('payment_intent', id) : forCaller(call, { body: found.body })
}

/**
 * Checks the client secret, by which a browser proves that the payment is its own. The server needs no client
 * secret.
 */
function secretProblem(
  { caller, id, params }: Call<WithSecret>,
  intent: Stripe.PaymentIntent | undefined,
): Refusal | null {
  const given = params.client_secret
  const param = 'client_secret'
  if (given === undefined) {
    if (caller === 'secret') return null
    return invalid('Missing required param: client_secret.', { code: 'parameter_missing', param })
  }
  if (intent === undefined) return noSuch('payment_intent', id)
  if (sameText(given, intent.client_secret ?? '')) return null
  return invalid(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param },
  )
}

function forCaller(
  { caller }: Pick<Call, 'caller'>,
  answer: Answer<Stripe.PaymentIntent> | Refusal,
): Answer<Shown> | Refusal {
  if (caller === 'secret') return answer
  if (!isRefusal(answer)) return { body: publicView(answer.body) }
  const intent = answer.error.payment_intent
  if (intent === undefined) return answer
  return { ...answer, error: { ...answer.error, payment_intent: publicView(intent) as Stripe.PaymentIntent } }
}

/**
 * Tries to charge a locked intent with the payment method of the call. If the call names none, uses the
 * intent's own payment method.
 */
async function confirmIntent(
  { operation, params }: Call<Stripe.PaymentIntentConfirmParams>,
  intent: Stripe.PaymentIntent,
): Promise<Answer<Stripe.PaymentIntent> | Refusal> {
  const problem = confirmProblem(intent)
  if (problem !== null) return problem
  const current = typeof intent.payment_method === 'string' ? intent.payment_method : undefined
  const methodId = params.payment_method ?? current
  if (methodId === undefined)
    return invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    )
  const customer = typeof intent.customer === 'string' ? intent.customer : undefined
  const gone = await customerProblem(operation, customer)
  if (gone !== null) return gone
  const method = await resolveMethod(operation, methodId, customer)
  if (isRefusal(method)) return method
  if (method.body.type === 'link' && !intent.payment_method_types.includes('link'))
    return invalid('The PaymentMethod provided (link) is not allowed for this PaymentIntent.', {
      code: 'payment_intent_incompatible_payment_method',
      param: 'payment_method',
    })
  const outcome = await attempt(operation, intent, { method, offSession: params.off_session === true })
  return isRefusal(outcome) ? outcome : { body: outcome }
}
