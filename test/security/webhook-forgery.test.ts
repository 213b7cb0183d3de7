/**
 * Tests forged, changed, old and repeated webhooks, and webhooks with a valid signature and false content
 * (R4.7, R4.8).
 */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectBooksToAgree, mailsOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { sandboxKeys } from '#server/integrations.ts'
import { createAttacker, expectRefusal } from '../support/security/attacker.ts'
import { stateOf } from '../support/security/database-state.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const shoot = await createAttacker(app)
const guest = createGuest(app)
const secret = sandboxKeys(app.services.sessionSecret).webhookSecret
const held = await guest.hold((await makeEvent(app.services.db)).id)
await app.runJobs()

let count = 0
/**
 * Builds a webhook that claims that a payment intent has succeeded. All its other details are correct, as a
 * clever attacker could know them.
 */
function notice(changes: object = {}): string {
  const object = {
    id: held.paymentIntent,
    object: 'payment_intent',
    status: 'succeeded',
    amount: 45_000,
    amount_received: 45_000,
    metadata: { purpose: 'deposit', site: 'x' },
    ...changes,
  }
  count += 1
  return JSON.stringify({
    id: `evt_made_up_${count}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object },
  })
}

interface Signing {
  key?: string
  age?: number
  scheme?: string
  of?: string
}
function sign(text: string, { key = secret, age = 0, scheme = 'v1', of = text }: Signing = {}): string {
  const time = Math.floor(app.clock.now().getTime() / 1000) - age
  return `t=${time},${scheme}=${createHmac('sha256', key).update(`${time}.${of}`).digest('hex')}`
}
const send = (body: string, signature: string | null, headers: Record<string, string> = {}) =>
  shoot({
    method: 'POST',
    path: '/api/stripe/webhook',
    body,
    headers: { ...headers, ...(signature === null ? {} : { 'stripe-signature': signature }) },
  })

test.each<[string, (text: string) => string | null]>([
  ['unsigned', () => null],
  ['signed with an empty signature', () => ''],
  ['signed with a guessed key', (text) => sign(text, { key: 'whsec_guess' })],
  [
    'signed with the API key',
    (text) => sign(text, { key: sandboxKeys(app.services.sessionSecret).secretKey }),
  ],
  ['signed with an empty key', (text) => sign(text, { key: '' })],
  ['signed for other content', (text) => sign(text, { of: text.replace('45000', '50') })],
  ['signed without a timestamp', (text) => sign(text).replace(/^t=\d+,/, '')],
  ['signed for another timestamp', (text) => sign(text).replace(/^t=\d+/, 't=1')],
  ['signed an hour ago', (text) => sign(text, { age: 3_600 })],
  ['signed six minutes ago', (text) => sign(text, { age: 360 })],
  ['signed by the test scheme v0', (text) => sign(text, { scheme: 'v0' })],
  ['signed by an invalid scheme', (text) => sign(text, { scheme: '__proto__' })],
  ['signed in upper case', (text) => sign(text).toUpperCase()],
  ['signed with a cut signature', (text) => sign(text).slice(0, -2)],
  ['signed with 200 signatures', () => Array.from({ length: 200 }, (_, nth) => `v1=${nth}`).join()],
  ['signed with non-ASCII letters', () => 't=1,v1=éé'],
])('ignores a webhook that is %s', async (_how, signature) => {
  const before = await stateOf(app.services.db)
  const text = notice()
  expectRefusal(await send(text, signature(text)), 400, 'bad_signature')
  expect(await stateOf(app.services.db)).toEqual(before)
})

test.each<[string, string, number]>([
  ['an empty body', '', 400],
  ['text that is not JSON', 'paid', 400],
  ['truncated JSON', '{"id":"evt_1"', 400],
])('refuses a webhook with a valid signature but useless content: %s', async (_what, text, status) => {
  const before = await stateOf(app.services.db)
  expect((await send(text, sign(text))).status).toBe(status)
  expect(await stateOf(app.services.db)).toEqual(before)
})

test('refuses a webhook of a megabyte without reading all of it', async () => {
  const text = notice({ padding: 'x'.repeat(1_100_000) })
  expect((await send(text, sign(text))).status).toBe(413)
})

test.each<[string, object]>([
  ['that says an unpaid intent is paid', {}],
  ['that says more was paid than asked for', { amount: 900_000, amount_received: 900_000 }],
  ['about an intent that is not ours', { id: 'pi_3NotOurs000000000000' }],
  ['about no intent', { id: null, object: 'payout' }],
  ['with a prototype as the id', { id: '__proto__' }],
  ['with a path as the id', { id: '../../v1/charges' }],
])(
  'asks Stripe about the payment instead of believing a correctly signed webhook %s',
  async (_what, changes) => {
    const text = notice(changes)
    expect((await send(text, sign(text))).status).toBe(200)
    await app.runJobs()
    expect(await guest.look(held.uuid)).toMatchObject({ status: 'pending', totalPaid: 0 })
    await expectBooksToAgree(app)
  },
)

test('records one payment and sends one e-mail if a valid webhook is repeated and later contradicted', async () => {
  await guest.pay(held.clientSecret)
  const text = notice()
  const failed = notice({ status: 'requires_payment_method', amount_received: 0 })
  for (const again of [text, text, text, failed, text, failed])
    expect((await send(again, sign(again))).status).toBe(200)
  await app.runJobs()
  expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  expect(await mailsOf(app, held.uuid)).toEqual(['invoice-success'])
  await expectBooksToAgree(app)
})
