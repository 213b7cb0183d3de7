/**
 * Payment methods. A call creates a payment method from card fields (sent by the stand-in for Stripe.js) or
 * from Stripe's test ids, or detaches one.
 */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { checkNumber } from '../browser/card-rules.js'
import { cardByNumber, cardByToken, type TestCard } from '../model/cards.ts'
import { invalid, isRefusal, noSuch, type Refusal, refuse } from '../model/refusals.ts'
import { type Found, insertObject, lockObject, saveObject } from '../store.ts'
import { seconds, type Operation } from '../operation.ts'
import { newId } from '../model/objects.ts'
import type { Endpoint } from './handle.ts'

type MethodParams = Stripe.PaymentMethodCreateParams

export const createMethod: Endpoint<MethodParams, Stripe.PaymentMethod> = async ({ operation, params }) => {
  if (params.type === undefined) return missing('type')
  if (params.type !== 'card') return invalid('The payment sandbox has cards alone.', { param: 'type' })
  const read = readCard(params.card ?? {}, operation.now)
  if (isRefusal(read)) return read
  return { body: (await storeMethod(operation, read)).body }
}

/**
 * Detaches a payment method permanently: it can neither pay nor be attached again
 * (docs.stripe.com/api/payment_methods/detach).
 */
export const detachMethod: Endpoint<Stripe.PaymentMethodDetachParams, Stripe.PaymentMethod> = async ({
  operation,
  id,
}) => {
  const found = await lockObject(operation.tx, 'payment_method', id)
  if (found === undefined) return noSuch('payment_method', id)
  if (found.body.customer === null)
    return invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  const body = { ...found.body, customer: null }
  await saveObject(operation.tx, body)
  return { body }
}

async function storeMethod(operation: Operation, input: MethodInput): Promise<Found<'payment_method'>> {
  const body = newMethod(input, seconds(operation))
  const hidden = { behavior: input.card.behavior }
  await insertObject(operation.tx, body, hidden)
  return { body, hidden }
}

function readCard(input: NonNullable<MethodParams['card']>, now: Date): MethodInput | Refusal {
  const { number, exp_month: month, exp_year: year, cvc, token } = input
  if (token !== undefined) return readToken(token, now)
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

/** Returns the card that a wallet's token stands for. Wallets send tokens instead of card numbers. */
function readToken(token: string, now: Date): MethodInput | Refusal {
  const card = cardByToken(token)
  if (card !== undefined) return cardOfToken(card, now)
  return invalid(`No such token: '${token}'`, { code: 'resource_missing', param: 'card[token]' })
}

const cardOfToken = (card: TestCard, now: Date): MethodInput => ({
  card,
  expMonth: now.getUTCMonth() + 1,
  expYear: now.getUTCFullYear() + 1,
  cvcGiven: card.wallet === undefined,
})

const missing = (param: string): Refusal =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

const bad = (code: string, param: string, message: string): Refusal =>
  refuse(402, { type: 'card_error', code, param, message })

/**
 * Returns the payment method of a call: the stored one, or a new one if the call names a test id such as
 * `pm_card_visa`. A payment method that is saved to a customer pays only for that customer.
 */
export async function resolveMethod(
  operation: Operation,
  id: string,
  customer: string | undefined,
): Promise<Found<'payment_method'> | Refusal> {
  const known = cardByToken(id)
  if (known !== undefined) return storeMethod(operation, cardOfToken(known, operation.now))
  const found = await lockObject(operation.tx, 'payment_method', id)
  if (found === undefined) return noSuch('payment_method', id, 'payment_method')
  const owner = found.body.customer
  if (owner !== null) return owner === customer ? found : strangers(id, String(owner), customer)
  if (!found.hidden.used) return found
  return invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method' },
  )
}

function strangers(id: string, owner: string, customer: string | undefined): Refusal {
  if (customer === undefined)
    return invalid(
      `The \`payment_method\` parameter supplied ${id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
      { code: 'parameter_missing', param: 'source' },
    )
  return invalid(
    `The PaymentMethod ${id} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
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
  cvcGiven: boolean
}

/** Creates a payment method in Stripe's form, without the card number. */
function newMethod(input: MethodInput, created: number): Stripe.PaymentMethod {
  const { card } = input
  const shared = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    // Discards the billing details. Guests type their real names, which could otherwise remain after their
    // data is deleted.
    billing_details: NO_BILLING,
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
  } as const
  if (card.isLink) return { ...shared, type: 'link', link: { email: null } }
  return {
    ...shared,
    type: 'card',
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
      wallet: card.wallet ? { type: card.wallet, apple_pay: {}, dynamic_last4: null } : null,
    },
  }
}

/**
 * Returns a fingerprint that is the same for equal cards. It reveals nothing about a number that is not a
 * test card.
 */
function fingerprint(card: TestCard): string {
  const source = card.behavior === 'test_mode_live_card' ? card.brand : card.number
  return createHash('sha256')
    .update(`sandbox:${source}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, 'A')
    .slice(0, 16)
}
