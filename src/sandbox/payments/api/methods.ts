/** Payment methods: made from card fields (the browser stand-in) or from Stripe's test ids. */
import type Stripe from 'stripe'
import { checkNumber } from '../browser/card-rules.js'
import { cardByNumber, cardByToken, type TestCard } from '../model/cards.ts'
import { newMethod, NO_BILLING, type BillingDetails, type MethodInput } from '../model/method.ts'
import { invalid, isRefusal, noSuch, refuse, type Refusal } from '../model/refusals.ts'
import { insertObject, lockObject, type Found } from '../store.ts'
import { seconds, type World } from '../world.ts'
import type { Endpoint } from './endpoint.ts'
import { mergeMetadata } from './params.ts'

type MethodParams = Stripe.PaymentMethodCreateParams

export const createMethod: Endpoint<MethodParams> = async ({ world, params }) => {
  if (params.type === undefined) return missing('type')
  if (params.type !== 'card') return invalid('The payment sandbox has cards alone.', { param: 'type' })
  const read = readCard(params.card ?? {}, world.now)
  if (isRefusal(read)) return read
  const made = await storeMethod(world, {
    ...read,
    billing: readBilling(params.billing_details),
    metadata: mergeMetadata({}, params.metadata),
  })
  return { body: made.body }
}

async function storeMethod(world: World, input: MethodInput): Promise<Found<'payment_method'>> {
  const body = newMethod(input, seconds(world))
  const hidden = { behavior: input.card.behavior }
  await insertObject(world.tx, body, { hidden })
  return { body, hidden }
}

type CardFacts = Pick<MethodInput, 'card' | 'expMonth' | 'expYear' | 'cvcGiven'>

function readCard(input: NonNullable<MethodParams['card']>, now: Date): CardFacts | Refusal {
  if (input.token !== undefined) {
    const known = cardByToken(input.token)
    if (known !== undefined) return testCard(known, now)
    return invalid(`No such token: '${input.token}'`, { code: 'resource_missing', param: 'card[token]' })
  }
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

function testCard(known: TestCard, now: Date): CardFacts {
  return { card: known, expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() + 1, cvcGiven: true }
}

function missing(param: string): Refusal {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

function bad(code: string, param: string, message: string): Refusal {
  return refuse(402, { type: 'card_error', code, param, message })
}

function readBilling(given: MethodParams['billing_details']): BillingDetails {
  const place = given?.address || undefined
  return {
    ...NO_BILLING,
    name: given?.name || null,
    email: given?.email || null,
    phone: given?.phone || null,
    tax_id: given?.tax_id || null,
    address: {
      city: place?.city || null,
      country: place?.country || null,
      line1: place?.line1 || null,
      line2: place?.line2 || null,
      postal_code: place?.postal_code || null,
      state: place?.state || null,
    },
  }
}

/** The payment method that a call names: a stored one, or a fresh one for a test id such as `pm_card_visa`. */
export async function resolveMethod(world: World, id: string): Promise<Found<'payment_method'> | Refusal> {
  const known = cardByToken(id)
  if (known !== undefined)
    return storeMethod(world, { ...testCard(known, world.now), billing: NO_BILLING, metadata: {} })
  const found = await lockObject(world.tx, 'payment_method', id)
  if (found === undefined) return noSuch('payment_method', id, 'payment_method')
  if (!found.hidden.used) return found
  return invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method' },
  )
}
