/** What Stripe asks of the sums and texts of a payment intent, beyond their types. */
import type Stripe from 'stripe'
import { invalid, type Refusal } from '../model/refusals.ts'

type Given = Pick<
  Stripe.PaymentIntentCreateParams,
  'allowed_payment_method_types' | 'automatic_payment_methods' | 'statement_descriptor'
> &
  Partial<Pick<Stripe.PaymentIntentCreateParams, 'amount' | 'currency'>>

/** Why an intent may not be made or changed so; null: it may. */
export function intentProblem(given: Given): Refusal | null {
  return (
    (given.amount === undefined ? null : amountProblem(given.amount)) ??
    (given.currency === undefined ? null : currencyProblem(given.currency)) ??
    (given.statement_descriptor === undefined ? null : NO_DESCRIPTOR) ??
    methodsProblem(given)
  )
}

/** Stripe's smallest and largest sum in US dollars, in cents. */
function amountProblem(amount: number): Refusal | null {
  if (amount < 1)
    return invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount < 50)
    return invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount > 99_999_999)
    return invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  return null
}

function currencyProblem(currency: string): Refusal | null {
  if (currency.toLowerCase() === 'usd') return null
  return invalid(`Invalid currency: ${currency}. The sandbox supports these currencies: usd`, {
    param: 'currency',
  })
}

/** docs.stripe.com/get-started/account/statement-descriptors: what a card's statement says has a fixed beginning. */
const NO_DESCRIPTOR = invalid(
  'The statement_descriptor parameter is not supported for the payment_method_type `card`. To continue supporting payment_method_type `card`, please pass in `statement_descriptor_suffix` or remove the `statement_descriptor` parameter altogether. Please see https://support.stripe.com/questions/use-of-the-statement-descriptor-parameter-on-paymentintents-for-card-charges for additional details.',
  { param: 'statement_descriptor' },
)

function methodsProblem({
  allowed_payment_method_types: allowed,
  automatic_payment_methods: automatic,
}: Given) {
  if (allowed !== undefined && !allowed.includes('card'))
    return invalid('The payment sandbox has cards alone, and card is not among the allowed types.', {
      param: 'allowed_payment_method_types',
    })
  if (automatic?.enabled === false)
    return invalid('The payment sandbox has cards alone, which automatic_payment_methods choose.', {
      param: 'automatic_payment_methods[enabled]',
    })
  return null
}
