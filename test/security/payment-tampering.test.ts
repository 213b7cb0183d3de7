/**
 * Attacks payments and spots. The browser must decide neither a payment's amount, nor whose payment it is,
 * nor whether it arrived.
 */
import { describe, expect, test } from 'vitest'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { type Answer, createAttacker, expectRefusal } from '../support/security/attacker.ts'
import { stateOf } from '../support/security/database-state.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const shoot = await createAttacker(app)
const guest = createGuest(app)
const eventId = (await makeEvent(app.services.db)).id
/** The stay of another guest, who has paid the deposit but not the remainder. */
const { uuid, paymentIntent, clientSecret } = await guest.hold(eventId)
await guest.pay(clientSecret)
const rest = (await guest.look(uuid)).invoices.find((invoice) => !invoice.paid)
const theirs = {
  uuid,
  paymentIntent,
  rest: {
    id: rest?.id ?? 0,
    amount: rest?.amount ?? 0,
    intent: rest?.clientSecret?.split('_secret_')[0] ?? '',
  },
}
await app.runJobs()

const post = (path: string, body: unknown) => shoot({ method: 'POST', path: `/api/${path}`, body })
const intent = async (body: object) =>
  String((await post('createPaymentIntent', body)).json?.['paymentIntent'])
const reserve = (changes: object) =>
  post('createReservation', {
    createReservationData: { ...DETAILS, email: 'eve@example.test', eventId, amount: 45_000, ...changes },
  })

type Attack = [what: string, attack: () => Promise<Answer>, status: number, code: string]

describe('when an attacker changes a payment request, the site', () => {
  test.each<Attack>([
    [
      'a deposit of another amount',
      () => post('createPaymentIntent', { amount: 50, eventId }),
      422,
      'amount_mismatch',
    ],
    [
      "somebody's invoice by its number",
      () =>
        post('createPaymentIntent', {
          amount: theirs.rest.amount,
          invoiceId: theirs.rest.id,
          uuid: '00000000-0000-4000-8000-000000000000',
        }),
      404,
      'not_found',
    ],
    [
      'an invoice for a lower amount',
      () => post('createPaymentIntent', { amount: 50, invoiceId: theirs.rest.id, uuid: theirs.uuid }),
      422,
      'amount_mismatch',
    ],
    [
      'an invoice that is already paid',
      () => post('createPaymentIntent', { amount: 45_000, invoiceId: theirs.rest.id - 1, uuid: theirs.uuid }),
      409,
      'already_paid',
    ],
    [
      'a sign-up for a lower amount',
      () => reserve({ amount: 50, paymentIntent: theirs.paymentIntent }),
      422,
      'amount_mismatch',
    ],
    ['a sign-up for zero', () => reserve({ amount: 0, paymentIntent: null }), 422, 'amount_mismatch'],
    ['a sign-up for a negative amount', () => reserve({ amount: -45_000 }), 422, 'amount_mismatch'],
    ['a used payment', () => reserve({ paymentIntent: theirs.paymentIntent }), 409, 'payment_intent_used'],
    [
      'a used payment with its owner’s address',
      () => reserve({ paymentIntent: theirs.paymentIntent, email: DETAILS.email }),
      409,
      'payment_intent_used',
    ],
    [
      "another guest's open payment",
      () => reserve({ paymentIntent: theirs.rest.intent }),
      409,
      'payment_intent_used',
    ],
    [
      'a payment that the site never created',
      () => reserve({ paymentIntent: 'pi_3MadeUpByEve00000000' }),
      409,
      'payment_intent_expired',
    ],
    ['no payment', () => reserve({ paymentIntent: '' }), 409, 'payment_intent_expired'],
  ])(
    'refuses a tampered request about a payment and changes nothing: %s',
    async (_what, attack, status, code) => {
      const before = await stateOf(app.services.db)
      expectRefusal(await attack(), status, code)
      expect(await stateOf(app.services.db)).toEqual(before)
    },
  )
})

test('does not let a cheap payment buy an expensive stay', async () => {
  expectRefusal(await post('createPaymentIntent', { amount: 50 }), 422, 'amount_mismatch')
  await makeEvent(app.services.db, { cost: 100 })
  const cheap = await intent({ amount: 50 })
  expectRefusal(await reserve({ paymentIntent: cheap }), 422, 'amount_mismatch')
  const dear = await makeEvent(app.services.db, { cost: 200_000 })
  const other = await intent({ amount: 45_000, eventId })
  expectRefusal(
    await reserve({ eventId: dear.id, amount: 100_000, paymentIntent: other }),
    409,
    'payment_intent_used',
  )
})

test('ignores fields of a sign-up that the API does not declare (R15.1)', async () => {
  const made = await reserve({
    paymentIntent: await intent({ amount: 45_000, eventId }),
    id: 1,
    uuid: theirs.uuid,
    reservationId: 1,
    status: 'confirmed',
    totalDue: 0,
    totalPaid: 90_000,
    fullyPaid: true,
    holdExpiresAt: '2099-01-01T00:00:00Z',
    notes: 'Upgrade them',
    invoices: [{ amount: 0, paid: true }],
  })
  expect(made.status).toBe(201)
  expect(Object.keys(made.json ?? {}).toSorted()).toEqual([
    'holdExpiresAt',
    'reservationId',
    'success',
    'uuid',
    'waitsForMailbox',
  ])
  expect(made.json?.['uuid']).not.toBe(theirs.uuid)
  expect(made.json?.['holdExpiresAt']).toBe('2027-05-06T18:15:00.000Z')
  expect(await guest.look(String(made.json?.['uuid']))).toMatchObject({
    status: 'pending',
    totalDue: 90_000,
    totalPaid: 0,
    fullyPaid: false,
  })
})

test('confirms a payment only if Stripe reports its success, even if the browser reports it (R19.1, R4.1)', async () => {
  const made = await reserve({ paymentIntent: await intent({ amount: 45_000, eventId }), paid: true })
  await post('stripe/webhook', { type: 'payment_intent.succeeded' })
  await app.runJobs()
  expect(await guest.look(String(made.json?.['uuid']))).toMatchObject({ status: 'pending', totalPaid: 0 })
})

test('creates one hold and one charge if the same attempt arrives ten times at the same time', async () => {
  const paymentIntent = await intent({ amount: 45_000, eventId })
  const once = { paymentIntent, attempt: 'one and the same attempt' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => reserve(once)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
})

test('holds one spot if ten people send the same payment at the same time', async () => {
  const paymentIntent = await intent({ amount: 45_000, eventId })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, person) => reserve({ paymentIntent, email: `eve${person}@example.test` })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)])
})

test("has records of payments that equal Stripe's after all attacks", async () => {
  await app.runJobs()
  await expectBooksToAgree(app)
  expect(await guest.look(theirs.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
})
