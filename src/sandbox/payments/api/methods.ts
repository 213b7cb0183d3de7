/** Payment methods: made from card fields (the browser stand-in) or from Stripe's test ids. */
import { z } from 'zod'
import { checkNumber } from '../browser/card-rules.js'
import { cardByNumber, cardByToken, type TestCard } from '../model/cards.ts'
import { newMethod, NO_BILLING, type BillingDetails, type MethodInput } from '../model/method.ts'
import { invalid, isRefusal, noSuch, refuse, type Refusal } from '../model/refusals.ts'
import { insertObject, lockObject, type Found } from '../store.ts'
import { seconds, type World } from '../world.ts'
import type { Endpoint } from './endpoint.ts'
import { address, common, integer, mergeMetadata, metadata, readParams } from './params.ts'

const text = z.string().optional()

const billing = z.strictObject({
  name: text,
  email: text,
  phone: text,
  tax_id: text,
  address: address.optional(),
})

const card = z.strictObject({
  number: text,
  exp_month: integer.optional(),
  exp_year: integer.optional(),
  cvc: text,
  token: text,
  networks: z.record(z.string(), z.string()).optional(),
})

/** The same as `payment_method_data` in a confirmation. */
export const methodData = z.strictObject({
  type: z.enum(['card']),
  card: card.optional(),
  billing_details: billing.optional(),
  metadata: metadata.optional(),
  allow_redisplay: text,
})
const creation = methodData.extend({
  ...common,
  guid: text,
  muid: text,
  sid: text,
  payment_user_agent: text,
  referrer: text,
  time_on_page: text,
})

export const createMethod: Endpoint = async ({ world, form }) => {
  const params = readParams(creation, form)
  if (params.refusal) return params
  const made = await makeMethod(world, params.value)
  return isRefusal(made) ? made : { body: made.body }
}

export async function makeMethod(
  world: World,
  input: z.infer<typeof methodData>,
): Promise<Found<'payment_method'> | Refusal> {
  const read = readCard(input.card ?? {}, world.now)
  if (isRefusal(read)) return read
  return storeMethod(world, {
    ...read,
    billing: readBilling(input.billing_details),
    metadata: mergeMetadata({}, input.metadata),
  })
}

async function storeMethod(world: World, input: MethodInput): Promise<Found<'payment_method'>> {
  const body = newMethod(input, seconds(world))
  const hidden = { behavior: input.card.behavior }
  await insertObject(world.tx, body, { hidden })
  return { body, hidden }
}

type CardFacts = Pick<MethodInput, 'card' | 'expMonth' | 'expYear' | 'cvcGiven'>

function readCard(input: z.infer<typeof card>, now: Date): CardFacts | Refusal {
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

function readBilling(given: z.infer<typeof billing> | undefined): BillingDetails {
  const place = given?.address
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
