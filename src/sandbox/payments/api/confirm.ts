/** Confirming and retrieving payment intents: with the secret key, or as a browser with the client secret. */
import type Stripe from 'stripe'
import { sameText } from '#platform/http/signing.ts'
import { attempt } from '../charging.ts'
import { confirmProblem, publicView } from '../model/intent.ts'
import { invalid, isRefusal, noSuch, type Refusal } from '../model/refusals.ts'
import { findObject, lockObject } from '../store.ts'
import type { Answer, Call, Endpoint } from './endpoint.ts'
import { resolveMethod } from './methods.ts'

type WithSecret = { client_secret?: string }

export const confirm: Endpoint<Stripe.PaymentIntentConfirmParams & WithSecret> = async (call) => {
  const { world, id } = call
  const found = await lockObject(world.tx, 'payment_intent', id)
  const problem = secretProblem(call, found?.body)
  if (problem !== null) return problem
  if (found === undefined) return noSuch('payment_intent', id)
  return forCaller(call, await confirmIntent(call, found.body))
}

export const retrieveIntent: Endpoint<Stripe.PaymentIntentRetrieveParams> = async (call) => {
  const { world, id } = call
  const found = await findObject(world.tx, 'payment_intent', id)
  const problem = secretProblem(call, found?.body)
  if (problem !== null) return problem
  return found === undefined ? noSuch('payment_intent', id) : forCaller(call, { body: found.body })
}

/** A browser proves with the client secret that this payment is its own; the server need not. */
function secretProblem(
  { caller, id, params }: Call<WithSecret>,
  intent: Stripe.PaymentIntent | undefined,
): Refusal | null {
  const given = params.client_secret
  if (given === undefined) {
    if (caller === 'secret') return null
    return invalid('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (intent === undefined) return noSuch('payment_intent', id)
  if (sameText(given, intent.client_secret ?? '')) return null
  return invalid(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    },
  )
}

function forCaller({ caller }: Pick<Call, 'caller'>, answer: Answer | Refusal): Answer | Refusal {
  if (caller === 'secret') return answer
  if (!isRefusal(answer)) return { body: publicView(answer.body as Stripe.PaymentIntent) }
  const intent = answer.error.payment_intent
  if (intent === undefined) return answer
  return { ...answer, error: { ...answer.error, payment_intent: publicView(intent) as Stripe.PaymentIntent } }
}

/** Tries to charge a locked intent with the payment method that the call brings, or with the one it has. */
export async function confirmIntent(
  { world, caller, params }: Call<Stripe.PaymentIntentConfirmParams>,
  intent: Stripe.PaymentIntent,
): Promise<Answer | Refusal> {
  const problem = confirmProblem(intent)
  if (problem !== null) return problem
  if (params.return_url !== undefined && !/^https?:\/\/[^/]/.test(params.return_url))
    return invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  const current = typeof intent.payment_method === 'string' ? intent.payment_method : undefined
  const methodId = params.payment_method ?? current
  if (methodId === undefined)
    return invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    )
  const method = await resolveMethod(world, methodId)
  if (isRefusal(method)) return method
  const offSession = params.off_session !== undefined && params.off_session !== false
  const outcome = await attempt(world, {
    intent: { ...intent, receipt_email: params.receipt_email || intent.receipt_email },
    method,
    unattended: caller === 'secret' && (offSession || params.error_on_requires_action === true),
    returnUrl: params.use_stripe_sdk === true ? null : (params.return_url ?? null),
  })
  return isRefusal(outcome) ? outcome : { body: outcome }
}
