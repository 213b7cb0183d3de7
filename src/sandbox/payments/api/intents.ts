/** Payment intents: create, update, cancel (docs.stripe.com/api/payment_intents). */
import type { z } from 'zod'
import { canceled, cancelProblem, newIntent, updateProblem, withMethod } from '../model/intent.ts'
import { isRefusal, noSuch, type Refusal } from '../model/refusals.ts'
import { insertObject, lockObject, saveObject } from '../store.ts'
import { emit, seconds, type World } from '../world.ts'
import { confirmIntent } from './confirm.ts'
import type { Endpoint } from './endpoint.ts'
import { amountProblem, cancelParams, createParams, currencyProblem, updateParams } from './intent-params.ts'
import { noCustomer } from './lists.ts'
import { makeMethod, resolveMethod } from './methods.ts'
import { mergeMetadata, readParams } from './params.ts'

type MethodChoice = Pick<z.infer<typeof updateParams>, 'payment_method' | 'payment_method_data'>

/** The id of the payment method that the call brings, or undefined when it brings none. */
async function chooseMethod(world: World, params: MethodChoice): Promise<string | undefined | Refusal> {
  if (params.payment_method_data !== undefined) {
    const made = await makeMethod(world, params.payment_method_data)
    return isRefusal(made) ? made : made.body.id
  }
  if (params.payment_method === undefined) return undefined
  const found = await resolveMethod(world, params.payment_method)
  return isRefusal(found) ? found : found.body.id
}

export const createIntent: Endpoint = async (call) => {
  const { world, form } = call
  const read = readParams(createParams, form)
  if (read.refusal) return read
  const params = read.value
  const problem = amountProblem(params.amount) ?? currencyProblem(params.currency)
  if (problem !== null) return problem
  if (params.customer !== undefined) return noCustomer(params.customer)
  const methodId = await chooseMethod(world, params)
  if (isRefusal(methodId)) return methodId
  const fresh = newIntent(
    {
      amount: params.amount,
      currency: params.currency.toLowerCase(),
      metadata: mergeMetadata({}, params.metadata),
      description: params.description ?? null,
      receiptEmail: params.receipt_email ?? null,
      statementDescriptor: params.statement_descriptor ?? null,
      statementDescriptorSuffix: params.statement_descriptor_suffix ?? null,
      paymentMethodTypes: params.payment_method_types ?? null,
      setupFutureUsage: params.setup_future_usage ?? null,
    },
    seconds(world),
  )
  const intent = methodId === undefined ? fresh : withMethod(fresh, methodId)
  await insertObject(world.tx, intent, { intent: intent.id })
  await emit(world, 'payment_intent.created', intent)
  if (params.confirm !== true) return { body: intent }
  // The method is on the intent by now: a test id would make a second one.
  return confirmIntent(call, intent, { ...params, payment_method: undefined, payment_method_data: undefined })
}

export const updateIntent: Endpoint = async ({ world, id, form }) => {
  const read = readParams(updateParams, form)
  if (read.refusal) return read
  const params = read.value
  const found = await lockObject(world.tx, 'payment_intent', id)
  if (found === undefined) return noSuch('payment_intent', id)
  const money = (['amount', 'currency', 'payment_method', 'payment_method_data'] as const).find(
    (name) => params[name] !== undefined,
  )
  const problem =
    (money === undefined ? null : updateProblem(found.body, money)) ??
    (params.amount === undefined ? null : amountProblem(params.amount)) ??
    (params.currency === undefined ? null : currencyProblem(params.currency))
  if (problem !== null) return problem
  if (params.customer !== undefined) return noCustomer(params.customer)
  const methodId = await chooseMethod(world, params)
  if (isRefusal(methodId)) return methodId
  const changed = {
    ...found.body,
    amount: params.amount ?? found.body.amount,
    description: cleared(params.description, found.body.description),
    receipt_email: cleared(params.receipt_email, found.body.receipt_email),
    setup_future_usage: cleared(params.setup_future_usage, found.body.setup_future_usage),
    statement_descriptor: cleared(params.statement_descriptor, found.body.statement_descriptor),
    metadata: mergeMetadata(found.body.metadata, params.metadata),
  }
  const intent = methodId === undefined ? changed : withMethod(changed, methodId)
  await saveObject(world.tx, intent)
  return { body: intent }
}

/** Absent: unchanged; empty: unset. */
function cleared<T extends string>(given: T | undefined, current: T | null): T | null {
  return given === undefined ? current : given || null
}

export const cancelIntent: Endpoint = async ({ world, id, form }) => {
  const params = readParams(cancelParams, form)
  if (params.refusal) return params
  const found = await lockObject(world.tx, 'payment_intent', id)
  if (found === undefined) return noSuch('payment_intent', id)
  const problem = cancelProblem(found.body)
  if (problem !== null) return problem
  const intent = canceled(found.body, params.value.cancellation_reason ?? null, seconds(world))
  await saveObject(world.tx, intent, {})
  await emit(world, 'payment_intent.canceled', intent)
  return { body: intent }
}
