import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import {
  boolean,
  hash,
  integer,
  listOf,
  metadata,
  oneOf,
  parseForm,
  readParameters,
  text,
} from './parameters.ts'

const read = (form: string, call = 'POST /v1/payment_intents') =>
  readParameters(parseForm(form), {
    call,
    takes: {
      allowed_payment_method_types: listOf(oneOf('card', 'link')),
      amount: integer,
      confirm: boolean,
      created: hash<Stripe.RangeQueryParam>({ gte: integer }),
      currency: text,
      metadata,
    },
    needs: ['amount'],
    shows: 'payment_intent',
  })

it('reads integers, booleans, lists and hashes from the form of an API call', () => {
  const form = 'amount=50&confirm=true&metadata[a]=1&created[gte]=5&allowed_payment_method_types[]=card'
  expect(read(`${form}&expand[]=latest_charge.balance_transaction`)).toEqual({
    value: {
      amount: 50,
      confirm: true,
      metadata: { a: '1' },
      created: { gte: 5 },
      allowed_payment_method_types: ['card'],
    },
    expand: ['latest_charge.balance_transaction'],
  })
})

it.each([
  ['amount=50&colour=red', 'colour', 'parameter_unknown'],
  ['amount=50&__proto__=1', '__proto__', 'parameter_unknown'],
  ['amount=50&toString=1', 'toString', 'parameter_unknown'],
  ['amount=50&created[since]=1', 'created[since]', 'parameter_unknown'],
  [
    'amount=50&payment_method_types[]=card',
    'payment_method_types',
    'payment_method_types_no_longer_supported',
  ],
  ['currency=usd', 'amount', 'parameter_missing'],
  ['amount=12.5', 'amount', 'parameter_invalid_integer'],
  ['amount=50&currency=', 'currency', 'parameter_invalid_empty'],
  ['amount=50&confirm=yes', 'confirm', undefined],
  ['amount=50&currency[x]=1', 'currency', undefined],
  ['amount=50&metadata=x', 'metadata', undefined],
  ['amount=50&created=5', 'created', undefined],
  ['amount=50&allowed_payment_method_types=card', 'allowed_payment_method_types', undefined],
  ['amount=50&allowed_payment_method_types[]=crad', 'allowed_payment_method_types[0]', undefined],
  ['amount=50&expand[]=latest_charge.nonsense', 'expand', undefined],
  ['amount=50&expand[]=amount', 'expand', undefined],
  [
    'amount=50&expand[]=latest_charge.payment_intent.latest_charge.payment_intent.customer',
    'expand',
    undefined,
  ],
])("refuses the form %s with Stripe's error (R22.5)", (form, param, code) => {
  expect(read(form)).toMatchObject({ status: 400, error: { type: 'invalid_request_error', param } })
  expect((read(form) as { error: { code?: string } }).error.code).toBe(code)
})
