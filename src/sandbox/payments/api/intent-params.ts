/** The parameters of payment intents that the sandbox knows; others are refused as unknown. */
import { z } from 'zod'
import { invalid, type Refusal } from '../model/refusals.ts'
import { methodData } from './methods.ts'
import { common, flag, integer, metadata } from './params.ts'

const text = z.string().optional()

/** Accepted, and of no effect with cards alone. */
const ignored = {
  allowed_payment_method_types: z.array(z.string()).optional(),
  excluded_payment_method_types: z.array(z.string()).optional(),
  payment_method_options: z.record(z.string(), z.unknown()).optional(),
  radar_options: z.record(z.string(), z.unknown()).optional(),
  expected_payment_method_type: text,
  client_attribution_metadata: z.record(z.string(), z.unknown()).optional(),
}

const shared = {
  ...common,
  ...ignored,
  payment_method: text,
  payment_method_data: methodData.optional(),
  receipt_email: text,
  setup_future_usage: text,
  customer: text,
}

/** What goes with a confirmation, in `create` with `confirm=true` too. */
const confirming = {
  return_url: text,
  off_session: z.enum(['true', 'false', 'one_off', 'recurring']).optional(),
  error_on_requires_action: flag.optional(),
  use_stripe_sdk: flag.optional(),
  mandate_data: z.record(z.string(), z.unknown()).optional(),
}

const described = {
  metadata: metadata.optional(),
  description: text,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
}

export const createParams = z.strictObject({
  ...shared,
  ...described,
  ...confirming,
  amount: integer,
  currency: z.string().min(1),
  automatic_payment_methods: z.strictObject({ enabled: flag, allow_redirects: text }).optional(),
  payment_method_types: z.array(z.string()).optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirmation_method: z.enum(['automatic']).optional(),
  confirm: flag.optional(),
})

export const updateParams = z.strictObject({
  ...shared,
  ...described,
  amount: integer.optional(),
  currency: text,
  payment_method_types: z.array(z.string()).optional(),
})

export const confirmParams = z.strictObject({ ...shared, ...confirming, client_secret: text })
export type ConfirmParams = z.infer<typeof confirmParams>

export const cancelParams = z.strictObject({
  ...common,
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
})

/** Stripe's smallest and largest sum in US dollars, in cents. */
export function amountProblem(amount: number): Refusal | null {
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

export function currencyProblem(currency: string): Refusal | null {
  if (currency.toLowerCase() === 'usd') return null
  return invalid(`Invalid currency: ${currency}. The sandbox supports these currencies: usd`, {
    param: 'currency',
  })
}
