/** Payment methods: made from card fields (the browser stand-in) or from Stripe's test ids. */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { checkNumber } from '../browser/card-rules.js'
import { cardByNumber, cardByToken, type TestCard } from '../model/cards.ts'
import { invalid, isRefusal, noSuch, type Refusal, refuse } from '../model/refusals.ts'
import { type Found, insertObject, lockObject } from '../store.ts'
import { seconds, type Operation } from '../operation.ts'
import { newId } from '../model/objects.ts'
import type { Endpoint } from './handle.ts'

type MethodParams = Stripe.PaymentMethodCreateParams

export const createMethod: Endpoint<MethodParams> = async ({ operation, params }) => {
  if (params.type === undefined) return missing('type')
  if (params.type !== 'card') return invalid('The payment sandbox has cards alone.', { param: 'type' })
  const read = readCard(params.card ?? {}, operation.now)
  if (isRefusal(read)) return read
  return { body: (await storeMethod(operation, read)).body }
}

async function storeMethod(operation: Operation, input: MethodInput): Promise<Found<'payment_method'>> {
  const body = newMethod(input, seconds(operation))
  const hidden = { behavior: input.card.behavior }
  await insertObject(operation.tx, body, { hidden })
  return { body, hidden }
}

function readCard(input: NonNullable<MethodParams['card']>, now: Date): MethodInput | Refusal {
  const { number, exp_month: month, exp_year: year, cvc } = input
  const digits = number?.replaceAll(/[\s-]/g, '')
  if (digits === undefined) return missing('card[number]')
  if (month === undefined) return missing('card[exp_month]')
  if (year === undefined) return missing('card[exp_year]')
  if (!checkNumber(digits).complete)
    return bad('incorrect_number', 'number', 'Your card number is incorrect.')
  if (month < 1 || month > 12)
    return bad('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  const fullYear = year < 100 ? 2000 + year : year
  const thisYear = now.getUTCFullYear()
  if (fullYear < thisYear || fullYear > thisYear + 50)
    return bad('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  if (fullYear === thisYear && month < now.getUTCMonth() + 1)
    return bad('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    return bad('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  return { card: cardByNumber(digits), expMonth: month, expYear: fullYear, cvcGiven: cvc !== undefined }
}

function missing(param: string): Refusal {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

function bad(code: string, param: string, message: string): Refusal {
  return refuse(402, { type: 'card_error', code, param, message })
}

/** The payment method that a call names: a stored one, or a fresh one for a test id such as `pm_card_visa`. */
export async function resolveMethod(
  operation: Operation,
  id: string,
): Promise<Found<'payment_method'> | Refusal> {
  const known = cardByToken(id)
  if (known !== undefined)
    return storeMethod(operation, {
      card: known,
      expMonth: operation.now.getUTCMonth() + 1,
      expYear: operation.now.getUTCFullYear() + 1,
      cvcGiven: true,
    })
  const found = await lockObject(operation.tx, 'payment_method', id)
  if (found === undefined) return noSuch('payment_method', id, 'payment_method')
  if (!found.hidden.used) return found
  return invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method' },
  )
}

const NO_BILLING: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

interface MethodInput {
  card: TestCard
  expMonth: number
  expYear: number
  /** Was a security code given? It is checked when the card is charged. */
  cvcGiven: boolean
}

/** A card as the provider shows it, without the number. */
function newMethod(input: MethodInput, created: number): Stripe.PaymentMethod {
  const { card } = input
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    // Given, and not kept: guests sign up here with their own names, and what is not kept cannot outlive their deletion.
    billing_details: NO_BILLING,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: input.cvcGiven ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: input.expMonth,
      exp_year: input.expYear,
      fingerprint: fingerprint(card),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** Equal for equal cards. A number that is no test card leaves no trace but its last four digits. */
function fingerprint(card: TestCard): string {
  const source = card.behavior === 'test_mode_live_card' ? card.brand : card.number
  return createHash('sha256')
    .update(`sandbox:${source}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, 'A')
    .slice(0, 16)
}
