/** Payment intents: create, update, cancel (docs.stripe.com/api/payment_intents). */
import type Stripe from 'stripe'
import { canceled, cancelProblem, newIntent, updateProblem, withMethod } from '../model/intent.ts'
import { isRefusal, noSuch, type Refusal } from '../model/refusals.ts'
import { insertObject, lockObject, saveObject } from '../store.ts'
import { emit, seconds, type World } from '../world.ts'
import { confirmIntent } from './confirm.ts'
import type { Endpoint } from './endpoint.ts'
import { intentProblem } from './intent-params.ts'
import { resolveMethod } from './methods.ts'
import { mergeMetadata } from './params.ts'

/** The id of the payment method that the call brings, or undefined when it brings none. */
async function chooseMethod(world: World, given: string | undefined): Promise<string | undefined | Refusal> {
  if (given === undefined) return undefined
  const found = await resolveMethod(world, given)
  return isRefusal(found) ? found : found.body.id
}

export const createIntent: Endpoint<Stripe.PaymentIntentCreateParams> = async (call) => {
  const { world, params } = call
  const problem = intentProblem(params)
  if (problem !== null) return problem
  const methodId = await chooseMethod(world, params.payment_method)
  if (isRefusal(methodId)) return methodId
  const fresh = newIntent(
    {
      amount: params.amount,
      currency: params.currency.toLowerCase(),
      metadata: mergeMetadata({}, params.metadata),
      description: params.description ?? null,
      receiptEmail: params.receipt_email ?? null,
      statementDescriptorSuffix: params.statement_descriptor_suffix ?? null,
      allowed: params.allowed_payment_method_types ?? null,
    },
    seconds(world),
  )
  const intent = methodId === undefined ? fresh : withMethod(fresh, methodId)
  await insertObject(world.tx, intent, { intent: intent.id })
  await emit(world, 'payment_intent.created', intent)
  if (params.confirm !== true) return { body: intent }
  // The method is on the intent by now: a test id would make a second one.
  return confirmIntent({ ...call, params: { ...params, payment_method: undefined } }, intent)
}

export const updateIntent: Endpoint<Stripe.PaymentIntentUpdateParams> = async ({ world, id, params }) => {
  const found = await lockObject(world.tx, 'payment_intent', id)
  if (found === undefined) return noSuch('payment_intent', id)
  const money = (['amount', 'currency', 'payment_method'] as const).find((name) => params[name] !== undefined)
  const problem = (money === undefined ? null : updateProblem(found.body, money)) ?? intentProblem(params)
  if (problem !== null) return problem
  const methodId = await chooseMethod(world, params.payment_method)
  if (isRefusal(methodId)) return methodId
  const changed = {
    ...found.body,
    amount: params.amount ?? found.body.amount,
    description: params.description ?? found.body.description,
    receipt_email:
      params.receipt_email === undefined ? found.body.receipt_email : params.receipt_email || null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? found.body.statement_descriptor_suffix,
    metadata: mergeMetadata(found.body.metadata, params.metadata),
  }
  const intent = methodId === undefined ? changed : withMethod(changed, methodId)
  await saveObject(world.tx, intent)
  return { body: intent }
}

export const cancelIntent: Endpoint<Stripe.PaymentIntentCancelParams> = async ({ world, id, params }) => {
  const found = await lockObject(world.tx, 'payment_intent', id)
  if (found === undefined) return noSuch('payment_intent', id)
  const problem = cancelProblem(found.body)
  if (problem !== null) return problem
  const intent = canceled(found.body, params.cancellation_reason ?? null, seconds(world))
  await saveObject(world.tx, intent, {})
  await emit(world, 'payment_intent.canceled', intent)
  return { body: intent }
}
