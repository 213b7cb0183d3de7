/** The table of Stripe's calls as a judge: what it lets pass, what it refuses and in whose words. */
import { describe, expect, test } from 'vitest'
import { parseForm, readParameters } from './requests.ts'
import { stripeTable } from './table.ts'

const CREATE = 'POST /v1/payment_intents'
const problemOf = (call: string, form: string) => readParameters(call, parseForm(form)).problem
const valueOf = (call: string, form: string) => {
  const read = readParameters(call, parseForm(form))
  return read.problem ?? read.value
}

test('an intent of the API before endive is refused by the code that its end has, one of today is taken', () => {
  const order = 'amount=45000&currency=usd&metadata[site]=s&expand[0]=latest_charge.balance_transaction'
  for (const call of [CREATE, `${CREATE}/:id/confirm`])
    expect(problemOf(call, 'payment_method_types[0]=card')).toMatchObject({
      param: 'payment_method_types',
      code: 'payment_method_types_no_longer_supported',
    })
  expect(problemOf(CREATE, `${order}&payment_method_types[0]=card`)?.code).toBe(
    'payment_method_types_no_longer_supported',
  )
  expect(problemOf(CREATE, `${order}&allowed_payment_method_types[0]=card`)).toBeUndefined()
})

test('numbers, flags, lists and hashes are read as the SDK declares them', () => {
  const form =
    'amount=50&currency=usd&confirm=true&metadata[a]=1&metadata[b]=&allowed_payment_method_types[]=card'
  expect(valueOf(CREATE, form)).toEqual({
    amount: 50,
    currency: 'usd',
    confirm: true,
    metadata: { a: '1', b: '' },
    allowed_payment_method_types: ['card'],
  })
  expect(valueOf('GET /v1/events', 'created[gte]=5&limit=100')).toEqual({ created: { gte: 5 }, limit: 100 })
  expect(valueOf('GET /v1/events', 'created=5')).toEqual({ created: 5 })
  // Empty where the declaration says `Emptyable`: it unsets.
  expect(valueOf(`${CREATE}/:id/confirm`, 'receipt_email=')).toEqual({ receipt_email: '' })
})

describe('refused (R22.5)', () => {
  test.each([
    ['amount=50&currency=usd&colour=red', 'colour', 'parameter_unknown'],
    [
      'amount=50&currency=usd&payment_method_options[card][colour]=1',
      'payment_method_options[card][colour]',
      'parameter_unknown',
    ],
    [
      'amount=50&currency=usd&payment_method_options[colour]=1',
      'payment_method_options[colour]',
      'parameter_unknown',
    ],
    ['currency=usd', 'amount', 'parameter_missing'],
    [
      'amount=50&currency=usd&automatic_payment_methods[allow_redirects]=never',
      'automatic_payment_methods[enabled]',
      'parameter_missing',
    ],
    ['amount=12.5&currency=usd', 'amount', 'parameter_invalid_integer'],
    ['amount=50&currency=usd&description=', 'description', 'parameter_invalid_empty'],
    ['amount=50&currency=usd&confirm=yes', 'confirm', undefined],
    ['amount=50&currency=usd&capture_method=later', 'capture_method', undefined],
    ['amount=50&currency=usd&allowed_payment_method_types=card', 'allowed_payment_method_types', undefined],
    ['amount=50&currency=usd&currency[x]=1', 'currency', undefined],
    ['amount=50&currency=usd&metadata=x', 'metadata', undefined],
    ['amount=50&currency=usd&expand[]=latest_charge.nonsense', 'expand', undefined],
    ['amount=50&currency=usd&expand[]=amount', 'expand', undefined],
    [
      'amount=50&currency=usd&expand[]=latest_charge.payment_intent.latest_charge.payment_intent.latest_charge',
      'expand',
      undefined,
    ],
    // Other payment methods than cards are declared, and not followed.
    [
      'amount=50&currency=usd&payment_method_options[klarna][x]=1',
      'payment_method_options[klarna]',
      undefined,
    ],
    [
      'amount=50&currency=usd&allowed_payment_method_types[]=card&automatic_payment_methods[enabled]=true',
      'allowed_payment_method_types',
      'parameters_exclusive',
    ],
  ])('%s', (form, param, code) => {
    const problem = problemOf(CREATE, form)
    expect([problem?.param, problem?.code]).toEqual([param, code])
  })
})

test('a list is expanded by way of its data', () => {
  expect(problemOf('GET /v1/payment_intents', 'expand[]=data.latest_charge.refunds')).toBeUndefined()
  expect(problemOf('GET /v1/payment_intents', 'expand[]=latest_charge')).toMatchObject({ param: 'expand' })
  expect(problemOf('GET /v1/refunds', 'expand[]=data.balance_transaction')).toBeUndefined()
})

test('a call that is not in the table is told', () => {
  expect(problemOf('GET /v1/topups', '')?.message).toContain('has no GET /v1/topups')
  expect(stripeTable().api).toMatch(/^\d{4}-\d\d-\d\d\.\w+$/)
})
