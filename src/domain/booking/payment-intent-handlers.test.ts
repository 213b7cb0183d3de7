import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createPaymentIntent } from './contract/payments.ts'
import { expectBooksToAgree, intentStatus, mailsOf, refundsOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const guest = createGuest(app)
afterEach(() => {
  app.clock.set(NOW)
  return app.sandbox?.control.reset()
})

const event = (changes = {}) => makeEvent(app.services.db, changes)
const open = (body: { amount: number; eventId?: number; invoiceId?: number; uuid?: string }) =>
  guest.browser.call(createPaymentIntent, { body })
const refused = (code: string, status: number) => ({ ok: false, code, status })
const pass = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}
/** Creates a guest who has paid the deposit but not the remainder. */
async function confirmed() {
  const held = await guest.hold((await event()).id)
  await guest.pay(held.clientSecret)
  const shown = await guest.look(held.uuid)
  const remainder = shown.invoices.find((invoice) => !invoice.paid)
  if (!remainder?.clientSecret) throw new Error('no remainder to pay')
  const { uuid, reservationId } = held
  return { uuid, reservationId, remainder: { ...remainder, clientSecret: remainder.clientSecret } }
}

describe('the endpoint that opens a payment for a sign-up at an event', () => {
  test('refuses an amount of zero (R4.9)', async () => {
    const reply = await open({ amount: 0, eventId: (await event()).id })
    expect(reply).toMatchObject({ ...refused('amount_zero', 400), message: 'Amount must be non-0' })
  })

  test.each([
    ['a different amount', {}, 44_999, 'amount_mismatch', 422],
    ['a free event', { cost: 0 }, 100, 'amount_mismatch', 422],
    ['a full event', { spots: 0 }, 45_000, 'event_full', 409],
    ['an event that has started', { startDateDate: '2027-05-06' }, 45_000, 'event_started', 409],
    ['a canceled event', { cancelledAt: new Date('2027-05-01T12:00:00Z') }, 45_000, 'event_cancelled', 409],
    ['a private event', { password: 'Yucca' }, 45_000, 'not_found', 404],
  ])('refuses to open a payment: %s (R4.9)', async (_name, changes, amount, code, status) => {
    const { id } = await event(changes)
    expect(await open({ amount, eventId: id })).toMatchObject(refused(code, status))
  })

  test("refuses a payment for an unknown event with the same message as the event's page", async () => {
    expect(await open({ amount: 45_000, eventId: 999_999 })).toMatchObject({
      ...refused('not_found', 404),
      message: 'Event Not Found',
    })
  })

  test('returns `provider_failed` if Stripe does not answer', async () => {
    const { id } = await event()
    await app.sandbox?.control.set({ provider: 'refuse' })
    expect(await open({ amount: 45_000, eventId: id })).toMatchObject(refused('provider_failed', 502))
  })
})

describe('a payment that is opened with an amount but no event or invoice', () => {
  test('can pay for a sign-up at an event with that price', async () => {
    const { id } = await event()
    const made = await open({ amount: 45_000 })
    const paymentIntent = made.ok ? made.data.paymentIntent : ''
    expect(await guest.order({ eventId: id, paymentIntent })).toMatchObject({ ok: true })
  })

  test('is refused if no event has that price (R4.10)', async () => {
    await event()
    expect(await open({ amount: 44_999 })).toMatchObject(refused('amount_mismatch', 422))
  })

  test.each([49, -5])('is refused for %i cents', async (amount) => {
    expect(await open({ amount })).toMatchObject(refused('invalid', 400))
  })

  test('is refunded once if no sign-up uses it within 15 minutes (R4.5)', async () => {
    await event({ cost: 10_000 })
    const made = await open({ amount: 5_000 })
    if (!made.ok) throw new Error(made.code)
    await guest.pay(made.data.clientSecret)
    await pass(14)
    expect(await refundsOf(app, made.data.paymentIntent)).toEqual([])
    await pass(2)
    await pass(2)
    expect(await refundsOf(app, made.data.paymentIntent)).toEqual([
      { key: `orphan:${made.data.paymentIntent}`, amount: 5_000, status: 'succeeded' },
    ])
    await expectBooksToAgree(app)
  })
})

describe('the endpoint that opens a payment for an invoice', () => {
  test('returns the same open payment intent whenever the same invoice is requested (R4.3)', async () => {
    const { uuid, remainder } = await confirmed()
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => open({ amount: 45_000, invoiceId: remainder.id, uuid })),
    )
    const secrets = asked.map((reply) => reply.ok && reply.data.clientSecret)
    expect(new Set(secrets)).toEqual(new Set([remainder.clientSecret]))
  })

  test('returns the same new payment intent to several pages that request it at the same time', async () => {
    const { uuid } = await confirmed()
    await pass(61)
    const shown = await Promise.all(Array.from({ length: 5 }, () => guest.look(uuid)))
    const secrets = shown.map((one) => one.invoices.find((invoice) => !invoice.paid)?.clientSecret)
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toContain('_secret_')
  })

  test('marks the stay as fully paid after its last invoice, sends one e-mail and accepts no more payments (R3.7)', async () => {
    const { uuid, reservationId, remainder } = await confirmed()
    const { id } = remainder
    const asked = { id, reservationId, amount: 45_000, due: '2027-06-01', createdAt: NOW.toISOString() }
    const unpaid = { paid: false, datePaid: null, paymentMethod: null, clientSecret: expect.any(String) }
    expect(remainder).toMatchObject({ ...asked, ...unpaid, sent: false, dateSent: null })
    app.clock.advance({ minutes: 1 })
    expect(await guest.pay(remainder.clientSecret)).toBe('succeeded')
    await app.runJobs()
    const { invoices, ...stay } = await guest.look(uuid)
    expect(stay).toMatchObject({ fullyPaid: true, totalPaid: 90_000 })
    const datePaid = new Date(NOW.getTime() + 60_000).toISOString()
    const paid = { paid: true, datePaid, paymentMethod: 'card', clientSecret: null }
    expect(invoices.find((one) => one.id === id)).toMatchObject({ ...asked, ...paid })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'invoice-success'])
    expect(await open({ amount: 45_000, invoiceId: remainder.id, uuid })).toMatchObject(
      refused('already_paid', 409),
    )
  })

  test('refuses to open another payment for an invoice while a bank is deciding about the first one', async () => {
    const { uuid, remainder } = await confirmed()
    await app.sandbox?.control.set({ keepProcessing: true })
    expect(await guest.pay(remainder.clientSecret)).toBe('processing')
    expect(await open({ amount: 45_000, invoiceId: remainder.id, uuid })).toMatchObject(
      refused('payment_processing', 409),
    )
  })

  test("cancels the unused payment intent of an invoice after an hour, and opens a new one for the guest's page (R4.5)", async () => {
    const { uuid, remainder } = await confirmed()
    await pass(61)
    const id = remainder.clientSecret.slice(0, remainder.clientSecret.indexOf('_secret_'))
    expect(await intentStatus(app, id)).toBe('canceled')
    const shown = await guest.look(uuid)
    const fresh = shown.invoices.find((invoice) => !invoice.paid)?.clientSecret ?? ''
    expect(fresh).not.toBe(remainder.clientSecret)
    expect(await guest.pay(fresh)).toBe('succeeded')
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true })
  })

  test("refuses a payment with a wrong amount, with a wrong private link, or for another guest's invoice", async () => {
    const [one, other] = [await confirmed(), await confirmed()]
    const invoiceId = one.remainder.id
    expect(await open({ amount: 1, invoiceId, uuid: one.uuid })).toMatchObject(
      refused('amount_mismatch', 422),
    )
    expect(await open({ amount: 45_000, invoiceId, uuid: other.uuid })).toMatchObject(
      refused('not_found', 404),
    )
    expect(await open({ amount: 45_000, invoiceId, uuid: randomUUID() })).toMatchObject(
      refused('not_found', 404),
    )
    expect(await open({ amount: 45_000, invoiceId })).toMatchObject(refused('invalid', 400))
  })

  test("lets a guest pay only the deposit of a hold, and only until the hold's deadline", async () => {
    const { uuid, paymentIntent } = await guest.hold((await event()).id)
    const [deposit, remainder] = (await guest.look(uuid)).invoices
    const ask = (invoiceId = 0) => open({ amount: 45_000, invoiceId, uuid })
    expect(await ask(deposit?.id)).toMatchObject({ ok: true, data: { paymentIntent } })
    expect(await ask(remainder?.id)).toMatchObject(refused('not_payable', 409))
    await pass(16)
    expect(await ask(deposit?.id)).toMatchObject(refused('not_payable', 409))
  })
})

const metadataOf = async (intentId = '') => {
  const reply = await app.provider.retrieveIntent(intentId)
  return reply.outcome === 'ok' ? reply.intent.metadata : reply
}

test("writes only its purpose and our ids into a payment's metadata at Stripe, and nothing about the guest (R4.6)", async () => {
  const { id } = await event()
  const held = await guest.hold(id)
  await guest.pay(held.clientSecret)
  const remainder = (await guest.look(held.uuid)).invoices.find((invoice) => !invoice.paid)
  const site = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
  expect(await metadataOf(held.paymentIntent)).toEqual({ site, purpose: 'deposit', event: String(id) })
  const [opened] = remainder?.clientSecret?.split('_secret_') ?? []
  expect(await metadataOf(opened)).toEqual({ site, purpose: 'invoice', invoice: String(remainder?.id) })
})

test('confirms a stay whose card needs authentication, even if the first authentication failed (R3.7)', async () => {
  const { uuid, clientSecret, paymentIntent } = await guest.hold((await event()).id)
  expect(await guest.pay(clientSecret, 'pm_card_authenticationRequired')).toBe('requires_action')
  await app.sandbox?.control.authenticate(paymentIntent, 'fail')
  expect(await guest.look(uuid)).toMatchObject({
    status: 'pending',
    totalPaid: 0,
    invoices: [{ paid: false }, { paid: false }],
  })
  expect(await guest.pay(clientSecret, 'pm_card_authenticationRequired')).toBe('requires_action')
  await app.sandbox?.control.authenticate(paymentIntent, 'complete')
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
})
