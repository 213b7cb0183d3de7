/** The sandbox's replies, in every state that its cards bring about, against the objects that Stripe declares. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../api/routes.ts'
import { TEST_CARDS } from '../model/cards.ts'
import { openSandbox, PUBLISHABLE_KEY, SECRET_KEY, type TestSandbox } from '../testing/harness.ts'
import { errorProblems, replyProblems, valueProblems } from '../testing/replies.ts'
import { stripeTable } from './table.ts'

interface Reply {
  id: string
  status: string
  client_secret: string
  data: Reply[]
  error?: object
}

let world: TestSandbox
/** Each kind of call that was made, and whatever was not as declared. */
const asked = new Set<string>()
const problems: string[] = []
beforeAll(async () => {
  world = await openSandbox()
})
afterAll(() => world.close())

async function send(call: string, { id = '', form = '', key = SECRET_KEY }): Promise<Reply> {
  const [method = '', path = ''] = call.replace(':id', id).split(' ')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' }
  const address = `http://x${path}${method === 'GET' ? `?${form}` : ''}`
  const response = await world.fetch(address, { method, headers, ...(method === 'POST' && { body: form }) })
  return (await response.json()) as Reply
}

/** A call with the secret key; its reply is held against what Stripe declares. */
async function ask(call: string, id = '', form = ''): Promise<Reply> {
  const reply = await send(call, { id, form })
  asked.add(call)
  const found = reply.error ? errorProblems(reply) : replyProblems(call, reply)
  problems.push(...found.map((problem) => `${call} ${id}${problem}`))
  return reply
}

const ORDER =
  'amount=5000&currency=usd&allowed_payment_method_types[0]=card&metadata[site]=s&expand[0]=latest_charge'
const CARD = 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040'
const MONEY =
  'expand[0]=latest_charge.balance_transaction&expand[1]=latest_charge.refunds&expand[2]=payment_method'

async function tryEveryCard(): Promise<void> {
  for (const { token } of TEST_CARDS) {
    const made = await ask('POST /v1/payment_intents', '', ORDER)
    await ask('POST /v1/payment_intents/:id/confirm', made.id, `payment_method=pm_card_${token}`)
    await ask('GET /v1/payment_intents/:id', made.id, MONEY)
    await ask('POST /v1/refunds', '', `payment_intent=${made.id}&amount=1000&metadata[k]=v`)
  }
}

async function askForTheRest(): Promise<void> {
  const open = await ask('POST /v1/payment_intents', '', ORDER)
  await ask('POST /v1/payment_intents/:id/cancel', open.id)
  await ask('POST /v1/payment_intents/:id/cancel', open.id)
  await ask('POST /v1/payment_methods', '', `${CARD}&billing_details[name]=Ann`)
  const away = `${ORDER}&confirm=true&payment_method=pm_card_authenticationRequiredOnSetup`
  const asking = await ask('POST /v1/payment_intents', '', away)
  await world.sandbox.control.authenticate(asking.id, 'fail')
  await ask('GET /v1/payment_intents/:id', asking.id)
  await world.sandbox.control.set({ keepProcessing: true })
  await ask('POST /v1/payment_intents', '', `${ORDER}&confirm=true&payment_method=pm_card_visa`)
  await world.sandbox.control.reset()
}

/** A card that is kept, charged again and given up. */
async function askForAKeptCard(): Promise<void> {
  const customer = (await ask('POST /v1/customers', '', 'metadata[site]=s')).id
  const keeping = `${ORDER}&customer=${customer}&setup_future_usage=off_session`
  const open = await ask('POST /v1/payment_intents', '', keeping)
  await ask('POST /v1/payment_intents/:id/confirm', open.id, 'payment_method=pm_card_visa')
  const { data } = await ask('GET /v1/customers/:id/payment_methods', customer, 'limit=100')
  const charge = `${ORDER}&customer=${customer}&confirm=true&off_session=true`
  const methods = [data[0]?.id, 'pm_card_authenticationRequired', 'pm_card_chargeDeclined']
  for (const method of methods)
    await ask('POST /v1/payment_intents', '', `${charge}&payment_method=${method}`)
  await world.sandbox.control.set({ offSession: { decline: 'lost_card', advice: 'do_not_try_again' } })
  await ask('POST /v1/payment_intents', '', `${charge}&payment_method=${data[0]?.id}`)
  await world.sandbox.control.reset()
  for (let time = 0; time < 2; time += 1) await ask('POST /v1/payment_methods/:id/detach', data[0]?.id ?? '')
  await ask('POST /v1/payment_intents', '', `${charge}&payment_method=${data[0]?.id}`)
  for (let time = 0; time < 2; time += 1) await ask('DELETE /v1/customers/:id', customer)
}

/** Every object that there is by now. */
async function askForAll(kind: string, form = ''): Promise<Reply[]> {
  const found: Reply[] = []
  for (let after = ''; ; after = `&starting_after=${found.at(-1)?.id}`) {
    const page = await ask(`GET /v1/${kind}`, '', `limit=100${after}${form}`)
    found.push(...page.data)
    if (page.data.length < 100) break
  }
  return found
}

test('every reply is the object that Stripe declares, whatever has become of the payment', async () => {
  await tryEveryCard()
  await askForTheRest()
  await askForAKeptCard()
  await ask('GET /v1/payment_method_domains', '', 'domain_name=site.test')
  // What comes by itself: disputes, and whatever else takes its time.
  for (let hour = 0; hour < 3; hour += 1) {
    await world.sandbox.deliverDue()
    world.advance(3600)
  }
  // Payouts: one that arrives, one that the bank sends back.
  for (let day = 0; day < 4; day += 1) {
    world.advance(24 * 3600)
    await world.sandbox.deliverDue()
  }
  const [payout] = await askForAll('payouts')
  await world.sandbox.control.failPayout(payout?.id ?? '')
  await world.sandbox.deliverDue()
  const intents = await askForAll(
    'payment_intents',
    '&expand[0]=data.latest_charge.refunds&expand[1]=data.latest_charge.balance_transaction',
  )
  expect(new Set(intents.map(({ status }) => status))).toEqual(
    new Set(['succeeded', 'requires_payment_method', 'requires_action', 'processing', 'canceled']),
  )
  await askForAll('refunds', '&expand[0]=data.balance_transaction')
  await askForAll('disputes')
  expect((await askForAll('payouts')).map(({ status }) => status)).toContain('failed')
  await askForAll('balance_transactions', '&expand[0]=data.source')
  await askForAll('balance_transactions', `&payout=${payout?.id}`)
  const events = await askForAll('events')
  expect(events.length).toBeGreaterThan(50)
  expect(problems).toEqual([])
  expect([...asked].toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

test('every webhook carries an event as Stripe declares it', () => {
  expect(world.received.length).toBeGreaterThan(50)
  const { types } = stripeTable()
  const found = world.received.flatMap((event) => valueProblems(types, 'EventBase', event, event.type))
  expect(found).toEqual([])
})

test('every call of the table is one that the sandbox answers', () => {
  expect(Object.keys(stripeTable().calls).toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

/** All that Stripe.js declares is there, of its type, and all that is there is declared for the object as a whole. */
const shownProblems = (reply: unknown, name: string) => {
  const { browser, types } = stripeTable()
  return [
    ...valueProblems(browser, name, reply, 'js').filter((problem) => !problem.includes('is not declared')),
    ...valueProblems(types, name, reply, 'api').filter((problem) => !problem.endsWith('is missing')),
  ]
}

describe('what a browser is shown', () => {
  /** A declared enumeration that lists fewer words than the API has today. */
  const TODAY = `js.capture_method is "automatic_async", not PaymentIntent.CaptureMethod`

  test.each([
    ['pm_card_visa', 'succeeded'],
    ['pm_card_authenticationRequiredOnSetup', 'requires_action'],
  ])('of a payment by %s', async (method, status) => {
    const made = await send('POST /v1/payment_intents', { form: ORDER })
    const form = `client_secret=${made.client_secret}&payment_method=${method}&use_stripe_sdk=true`
    const order = { id: made.id, form, key: PUBLISHABLE_KEY }
    const confirmed = await send('POST /v1/payment_intents/:id/confirm', order)
    expect(confirmed.status).toBe(status)
    expect(shownProblems(confirmed, 'PaymentIntent')).toEqual([TODAY])
  })

  test('of a decline, and of a payment method', async () => {
    const made = await send('POST /v1/payment_intents', { form: ORDER })
    const form = `client_secret=${made.client_secret}&payment_method=pm_card_chargeDeclined`
    const order = { id: made.id, form, key: PUBLISHABLE_KEY }
    const declined = await send('POST /v1/payment_intents/:id/confirm', order)
    expect(errorProblems(declined).filter((problem) => !problem.endsWith('is missing'))).toEqual([])
    const after = await send('GET /v1/payment_intents/:id', {
      ...order,
      form: `client_secret=${made.client_secret}`,
    })
    expect(shownProblems(after, 'PaymentIntent')).toEqual([TODAY])
    const card = { form: CARD, key: PUBLISHABLE_KEY }
    expect(shownProblems(await send('POST /v1/payment_methods', card), 'PaymentMethod')).toEqual([])
  })
})

describe('a reply that is otherwise is told', () => {
  test.each([
    ['a field that is missing', { amount: undefined }, '.amount of Refund is missing'],
    ['one that is not declared', { colour: 'red' }, '.colour is not declared in Refund'],
    ['another type', { amount: '5' }, '.amount is "5", not number'],
    ['null where it may not be', { currency: null }, '.currency is null, not string'],
    [
      'a word that is not among those listed',
      { reason: 'rain' },
      '.reason is "rain", not Refund.Reason | null',
    ],
    [
      'a part of a part',
      { destination_details: { type: 'card', card: { type: 5 } } },
      '.destination_details.card.type is 5, not Refund.DestinationDetails.Card.Type',
    ],
    [
      'more than the table follows',
      { transfer_reversal: { id: 'trr_1' } },
      '.transfer_reversal is an object, of which the table knows string | object | null',
    ],
  ])('%s', async (_name, change, said) => {
    const [refund] = (await world.stripe.refunds.list({ limit: 1 })).data
    const body = JSON.parse(JSON.stringify({ ...refund, ...change })) as object
    expect(replyProblems('POST /v1/refunds', body)).toEqual([said])
  })
})
