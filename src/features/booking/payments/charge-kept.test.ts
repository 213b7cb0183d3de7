/** A card that is kept at the deposit and charged for the rest by the clock, at the real sandbox (R42). */
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { paymentIntents } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { cardCharges, keptCards } from '#platform/database/schema/kept-cards.ts'
import { ranchInstant } from '#shared/days.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { makeEvent } from '#testing/factories.ts'
import { withdrawCard } from '../contract/guest.ts'
import { withdrawCardByAdmin } from '../contract/admin.ts'
import { createPaymentIntent } from '../contract/payment-intent.ts'
import type { FaultPoint } from '../deps.ts'
import { expectBooksToAgree, mailsOf } from '../testing/books.ts'
import { openCashier } from '../testing/cashier.ts'
import { bookingDeps } from '../testing/deps.ts'
import { createGuest, type Guest } from '../testing/guest.ts'
import { openOffice } from '../testing/office.ts'
import { anonymizeReservation } from '../use-cases/anonymize-reservation.ts'
import { createIntent } from './create-intent.ts'
import { chargeKeptCards } from './charge-kept.ts'

let app: TestApp
let guest: Guest
/** Due on 2027-03-15; the day before is the one on which summer time begins. */
const START = '2027-04-14'
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-02-01T18:00:00Z') })
})
afterEach(async () => {
  await app.sandbox?.control.reset()
  app.clock.set(new Date('2027-02-01T18:00:00Z'))
  // What one test leaves behind must not be charged in the next.
  await app.services.db.delete(cardCharges)
  await app.services.db.delete(keptCards)
})
afterAll(() => app.close())

/** A guest whose deposit is paid, and whose card is kept. */
async function keep(method?: string, startDateDate = START) {
  guest = createGuest(app)
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate })
  const held = await guest.hold(eventId, { keepCard: true })
  await guest.pay(held.clientSecret, method)
  await app.runJobs()
  const customer = (await cardOf(held.reservationId))?.customer ?? ''
  return { ...held, eventId, customer }
}
const isForgotten = async (customer: string) => {
  const { customers, cards } = (await ledger()).kept
  return customer !== '' && ![...customers, ...cards].includes(customer)
}
const at = async (day: string, hour = 9, minute = 0) => {
  app.clock.set(ranchInstant(day, hour, minute))
  await app.runJobs()
}
const attempts = async (reservationId: number) =>
  (
    await app.services.db
      .select()
      .from(cardCharges)
      .where(eq(cardCharges.reservationId, reservationId))
      .orderBy(cardCharges.id)
  ).map(({ status, chargeOn }) => `${status} ${chargeOn}`)
const ledger = async () => {
  const read = await app.sandbox?.ledger()
  if (!read) throw new Error('no sandbox')
  return read
}
const chargesOf = async (amount = 45_000) =>
  (await ledger()).charges.filter(
    ({ metadata, amount: sum }) => metadata['purpose'] === 'charge' && sum === amount,
  ).length
const cardOf = async (reservationId: number) => {
  const [row] = await app.services.db
    .select()
    .from(keptCards)
    .where(eq(keptCards.reservationId, reservationId))
  return row
}
const customerOf = async (intentId: string) => {
  const [row] = await app.services.db.select().from(paymentIntents).where(eq(paymentIntents.id, intentId))
  return row?.customer ?? ''
}
const withdraw = async (uuid: string) => guest.browser.call(withdrawCard, { query: { uuid } })

describe('keeping it (R42.1)', () => {
  test('needs a rest that is due later, and the switch', async () => {
    guest = createGuest(app)
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-02-20' })
    const ask = async (body: object) =>
      guest.browser.call(createPaymentIntent, { body: { amount: 90_000, eventId, keepCard: true, ...body } })
    expect(await ask({})).toMatchObject({ code: 'invalid', fields: { keepCard: expect.any(String) } })
    expect(await ask({ eventId: undefined })).toMatchObject({ code: 'invalid' })
  })

  test('keeps evidence, and the page says what is charged when', async () => {
    const { uuid, reservationId } = await keep()
    expect(await cardOf(reservationId)).toMatchObject({
      consentVersion: '2026-11',
      card: 'Visa 4242',
      endedAt: null,
    })
    expect((await guest.look(uuid)).keptCard).toEqual({
      card: 'Visa 4242',
      charge: { amount: 45_000, on: '2027-03-15', declined: false },
    })
  })

  test('a hold whose guest thinks better of it opens another payment, which keeps nothing', async () => {
    guest = createGuest(app)
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const attempt = 'the-same-form-again'
    const held = await guest.hold(eventId, { keepCard: true, attempt })
    const ask = async (keepCard?: true) => {
      const made = await guest.browser.call(createPaymentIntent, {
        body: { amount: 45_000, eventId, attempt, keepCard },
      })
      return made.ok ? made.data : { paymentIntent: made.code, clientSecret: '' }
    }
    const customer = await customerOf(held.paymentIntent)
    expect((await ask(true)).paymentIntent).toBe(held.paymentIntent)
    const without = await ask()
    expect(without.paymentIntent).not.toBe(held.paymentIntent)
    expect(await guest.pay(without.clientSecret)).toBe('succeeded')
    await app.runJobs()
    expect((await guest.look(held.uuid)).status).toBe('confirmed')
    expect(await cardOf(held.reservationId)).toBeUndefined()
    // Nobody keeps anything with that customer, so they are forgotten.
    app.clock.advance({ hours: 3 })
    await app.runJobs()
    expect(await isForgotten(customer)).toBe(true)
  })

  test('where the site’s key has no right to, the deposit is paid and nothing is kept', async () => {
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const forbidden = { outcome: 'forbidden', reason: 'no right', because: 'right', right: null } as const
    const provider = { ...app.provider, createCustomer: async () => forbidden }
    const order = { amount: 45_000, eventId, madeFrom: 'somewhere', keepCard: true }
    const made = await createIntent(bookingDeps(app, { provider }), order)
    expect(made).toMatchObject({ id: expect.any(String) })
    expect(await customerOf(typeof made === 'object' && 'id' in made ? made.id : '')).toBe('')
  })

  test('a held deposit that is paid on the guest’s page, which has no box, keeps nothing', async () => {
    guest = createGuest(app)
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const { uuid, reservationId, paymentIntent } = await guest.hold(eventId, { keepCard: true })
    const [invoice] = (await guest.look(uuid)).invoices
    const asked = await guest.browser.call(createPaymentIntent, {
      body: { amount: 45_000, invoiceId: invoice?.id ?? 0, uuid },
    })
    const made = asked.ok ? asked.data : { paymentIntent: asked.code, clientSecret: '' }
    expect(made.paymentIntent).not.toBe(paymentIntent)
    expect(await guest.pay(made.clientSecret)).toBe('succeeded')
    await app.runJobs()
    expect((await guest.look(uuid)).status).toBe('confirmed')
    expect(await cardOf(reservationId)).toBeUndefined()
  })

  test('a deposit that is never paid leaves no customer', async () => {
    guest = createGuest(app)
    const { id: eventId } = await makeEvent(app.services.db, { startDateDate: START })
    const { paymentIntent } = await guest.hold(eventId, { keepCard: true })
    const customer = await customerOf(paymentIntent)
    expect(await isForgotten(customer)).toBe(false)
    for (const hours of [2, 2, 2]) {
      app.clock.advance({ hours })
      await app.runJobs()
    }
    expect(await isForgotten(customer)).toBe(true)
  })
})

test.each([
  ['2027-03-15', START],
  ['2027-03-14', '2027-04-13'],
  ['2027-11-07', '2027-12-07'],
])(
  'is announced three days before %s and charged once from nine, over both changes of the clock',
  async (due, start) => {
    const { uuid, reservationId, customer } = await keep(undefined, start)
    await at(due, -72 + 8, 59)
    expect(await attempts(reservationId)).toEqual([])
    await at(due, -72 + 12)
    expect(await attempts(reservationId)).toEqual([`planned ${due}`])
    const before = await chargesOf()
    await at(due, 8, 59)
    expect(await chargesOf()).toBe(before)
    await at(due)
    await at(due, 10)
    expect(await chargesOf()).toBe(before + 1)
    expect(await attempts(reservationId)).toEqual([`succeeded ${due}`])
    const { fullyPaid, keptCard } = await guest.look(uuid)
    expect({ fullyPaid, keptCard }).toEqual({ fullyPaid: true, keptCard: null })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'card-charge-soon', 'invoice-success'])
    expect(await isForgotten(customer)).toBe(true)
    await expectBooksToAgree(app)
  },
)

describe('a declined card (R42.5)', () => {
  test('is tried again after two and four days, then the admin is told, and it is forgotten', async () => {
    const before = await chargesOf()
    const { uuid, reservationId, customer } = await keep()
    await at('2027-03-12')
    await app.sandbox?.control.set({
      offSession: { decline: 'insufficient_funds', advice: 'try_again_later' },
    })
    await at('2027-03-15')
    expect(await attempts(reservationId)).toEqual(['declined 2027-03-15', 'planned 2027-03-17'])
    // The page opens a payment of its own: the declined one is cancelled.
    const secret = (await guest.look(uuid)).invoices.find(({ paid }) => !paid)?.clientSecret ?? ''
    expect(secret).not.toBe('')
    await at('2027-03-17')
    await at('2027-03-19')
    expect(await attempts(reservationId)).toEqual([15, 17, 19].map((day) => `declined 2027-03-${day}`))
    expect((await mailsOf(app, uuid)).slice(1)).toEqual([
      'card-charge-soon',
      'card-declined',
      'card-declined',
      'card-declined',
      'card-charge-failed-admin',
      'invoice-remind',
    ])
    expect(await chargesOf()).toBe(before)
    expect(await isForgotten(customer)).toBe(true)
  })

  test.each(['do_not_try_again', 'confirm_card_data'] as const)(
    'is not tried again against %s',
    async (advice) => {
      const { uuid, reservationId } = await keep()
      await at('2027-03-12')
      await app.sandbox?.control.set({ offSession: { decline: 'generic_decline', advice } })
      await at('2027-03-15')
      await at('2027-03-17')
      expect(await attempts(reservationId)).toEqual(['declined 2027-03-15'])
      expect((await mailsOf(app, uuid)).slice(2)).toEqual([
        'card-declined',
        'card-charge-failed-admin',
        'invoice-remind',
      ])
    },
  )

  test('is never tried again where the bank asks for the guest, who can pay on their page', async () => {
    const { uuid, reservationId } = await keep('pm_card_authenticationRequired')
    expect((await guest.look(uuid)).status).toBe('pending')
    const [intent] = await app.services.db
      .select()
      .from(paymentIntents)
      .where(eq(paymentIntents.status, 'open'))
    await app.sandbox?.control.authenticate(intent?.id ?? '', 'complete')
    await app.runJobs()
    await at('2027-03-12')
    await at('2027-03-15')
    await at('2027-03-17')
    expect(await attempts(reservationId)).toEqual(['needs_guest 2027-03-15'])
    expect((await mailsOf(app, uuid)).slice(2)).toEqual(['card-declined', 'invoice-remind'])
    const secret = (await guest.look(uuid)).invoices.find(({ paid }) => !paid)?.clientSecret ?? ''
    expect(await guest.pay(secret)).toBe('succeeded')
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true })
    await expectBooksToAgree(app)
  })
})

describe('is never charged (R42.4, R42.6)', () => {
  const ways: [string, (stay: Awaited<ReturnType<typeof keep>>) => Promise<unknown>][] = [
    ['the guest withdrew it', ({ uuid }) => withdraw(uuid)],
    [
      'an admin withdrew it for them',
      async ({ reservationId: id }) =>
        (await app.signIn({ admin: true })).call(withdrawCardByAdmin, { query: { id } }),
    ],
    ['the stay was canceled', async ({ reservationId }) => (await openCashier(app)).cancel(reservationId)],
    ['the event was canceled', async ({ eventId }) => (await openCashier(app)).cancelEvent(eventId)],
    [
      'the stay was deleted',
      async ({ reservationId }) => (await openOffice(app)).remove(reservationId, 'true'),
    ],
    [
      'it was paid by hand',
      async ({ reservationId }) => {
        const office = await openOffice(app)
        const rest = (await office.look(reservationId)).invoices.find(({ paid }) => !paid)
        return office.rebill({ id: rest?.id ?? 0, paid: true, paymentMethod: 'cash' })
      },
    ],
    [
      'the guest paid it',
      async ({ uuid }) => {
        const secret = (await guest.look(uuid)).invoices.find(({ paid }) => !paid)?.clientSecret ?? ''
        return guest.pay(secret)
      },
    ],
  ]
  test('after any of these, and the provider forgets it', async () => {
    const stays = []
    for (const [why, act] of ways) stays.push({ why, act, stay: await keep() })
    await at('2027-03-12')
    for (const { act, stay } of stays) await act(stay)
    for (const minutes of [0, 2]) {
      app.clock.advance({ minutes })
      await app.runJobs()
    }
    const before = await chargesOf()
    await at('2027-03-15')
    await at('2027-03-18')
    expect(await chargesOf()).toBe(before)
    for (const { why, stay } of stays) {
      expect([why, await isForgotten(stay.customer)]).toEqual([why, true])
      const left = (await attempts(stay.reservationId)).filter((one) => !one.startsWith('stopped'))
      expect([why, left]).toEqual([why, []])
    }
    await expectBooksToAgree(app)
  })

  test('withdrawn while the provider is away, it is forgotten once it is back', async () => {
    const { uuid, reservationId, customer } = await keep()
    await app.sandbox?.control.set({ provider: 'refuse' })
    expect(await withdraw(uuid)).toMatchObject({ ok: true })
    expect(await cardOf(reservationId)).toMatchObject({ customer: null, endedAt: expect.any(Date) })
    await app.sandbox?.control.set({ provider: 'up' })
    app.clock.advance({ hours: 1 })
    await app.runJobs()
    expect(await isForgotten(customer)).toBe(true)
    expect(await withdraw(uuid)).toMatchObject({ ok: true })
  })

  test('another sum is announced anew', async () => {
    const { uuid, reservationId } = await keep()
    await at('2027-03-12')
    const office = await openOffice(app)
    const rest = (await office.look(reservationId)).invoices.find(({ paid }) => !paid)
    expect(await office.rebill({ id: rest?.id ?? 0, amount: 40_000 })).toMatchObject({ ok: true })
    await at('2027-03-14')
    expect(await attempts(reservationId)).toEqual(['stopped 2027-03-15', 'planned 2027-03-17'])
    await at('2027-03-17')
    expect(await chargesOf(40_000)).toBe(1)
    expect(await mailsOf(app, uuid)).toContain('card-charge-soon')
  })
})

test('while no mail leaves it is moved on, until the guest was told three days before (R42.8)', async () => {
  const { uuid, reservationId } = await keep()
  const before = await chargesOf()
  for (const day of [12, 13, 14, 15]) {
    app.clock.set(ranchInstant(`2027-03-${day}`, 9))
    await chargeKeptCards(bookingDeps(app))
  }
  await app.runJobs()
  const moved = ['stopped 2027-03-15', 'stopped 2027-03-16', 'stopped 2027-03-17']
  expect(await attempts(reservationId)).toEqual([...moved, 'planned 2027-03-18'])
  expect(await chargesOf()).toBe(before)
  expect((await guest.look(uuid)).keptCard?.charge).toMatchObject({ on: '2027-03-18' })
  const told = await app.services.db
    .select({ status: emails.status })
    .from(emails)
    .where(and(eq(emails.reservationId, reservationId), eq(emails.emailType, 'card-charge-soon')))
    .orderBy(emails.id)
  expect(told.map(({ status }) => status)).toEqual(['dropped', 'dropped', 'dropped', 'sent'])
  await at('2027-03-18')
  expect(await attempts(reservationId)).toEqual([...moved, 'succeeded 2027-03-18'])
})

class Killed extends Error {}

const dyingAt = (asked: FaultPoint) =>
  bookingDeps(app, {
    log: { ...app.services.log, error: () => {} } as never,
    fault: (reached) => {
      if (reached === asked) throw new Killed(asked)
    },
  })

describe.each(['charge-wanted', 'charge-made', 'charge-noted', 'changes-written'] as const)(
  'killed at %s',
  (point) => {
    test('it is charged once, and a change waits for the answer', async () => {
      const { uuid, reservationId } = await keep()
      await at('2027-03-12')
      await app.sandbox?.control.set({ holdWebhooks: true })
      app.clock.set(ranchInstant('2027-03-15', 9))
      await chargeKeptCards(dyingAt(point))
      expect(await attempts(reservationId)).toEqual(['charging 2027-03-15'])
      const unpaid = (await guest.look(uuid)).invoices.find(({ paid }) => !paid)
      expect(unpaid?.clientSecret ?? null).toBeNull()
      const cashier = await openCashier(app)
      expect(await cashier.cancel(reservationId)).toMatchObject({ code: 'payment_processing' })
      app.clock.advance({ minutes: 2 })
      await app.runJobs()
      expect(await attempts(reservationId)).toEqual(['succeeded 2027-03-15'])
      expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true, totalPaid: 90_000 })
      await expectBooksToAgree(app)
    })
  },
)

test.each(['charge-wanted', 'charge-made'] as const)(
  'killed at %s and withdrawn before the answer is known, it is asked for no more',
  async (point) => {
    const { uuid, reservationId } = await keep()
    await at('2027-03-12')
    await app.sandbox?.control.set({ holdWebhooks: true })
    app.clock.set(ranchInstant('2027-03-15', 9))
    const before = await chargesOf()
    await chargeKeptCards(dyingAt(point))
    const made = (await chargesOf()) - before
    expect(made).toBe(point === 'charge-wanted' ? 0 : 1)
    expect(await withdraw(uuid)).toMatchObject({ ok: true })
    for (const minutes of [2, 20]) {
      app.clock.advance({ minutes })
      await app.runJobs()
    }
    expect((await chargesOf()) - before).toBe(made)
    expect(await attempts(reservationId)).toEqual([
      made === 0 ? 'stopped 2027-03-15' : 'succeeded 2027-03-15',
    ])
    await expectBooksToAgree(app)
  },
)

test('an answer that stays away for a day is looked for, and the admin is told', async () => {
  const { uuid, reservationId } = await keep()
  await at('2027-03-12')
  app.clock.set(ranchInstant('2027-03-15', 9))
  const provider = {
    ...app.provider,
    chargeKept: async () => ({ outcome: 'unavailable', reason: 'away' }) as const,
  }
  const away = bookingDeps(app, { provider })
  const before = await chargesOf()
  await chargeKeptCards(away)
  app.clock.advance({ hours: 22 })
  await chargeKeptCards(away)
  expect(await attempts(reservationId)).toEqual(['charging 2027-03-15'])
  app.clock.advance({ hours: 2 })
  await chargeKeptCards(away)
  expect(await attempts(reservationId)).toEqual(['stopped 2027-03-15'])
  expect((await mailsOf(app, uuid)).slice(2)).toEqual(['card-charge-failed-admin'])
  expect(await chargesOf()).toBe(before)
})

test('once the retreat is canceled, a charge that may never have reached the provider is not asked for again', async () => {
  const { uuid, reservationId, eventId } = await keep()
  await at('2027-03-12')
  app.clock.set(ranchInstant('2027-03-15', 9))
  const before = await chargesOf()
  await chargeKeptCards(dyingAt('charge-wanted'))
  await (await openCashier(app)).cancelEvent(eventId)
  for (const minutes of [0, 2, 20, 20]) {
    app.clock.advance({ minutes })
    await app.runJobs()
  }
  expect(await chargesOf()).toBe(before)
  expect(await attempts(reservationId)).toEqual(['stopped 2027-03-15'])
  expect(await guest.look(uuid)).toMatchObject({ status: 'cancelled' })
  await expectBooksToAgree(app)
})

test('stays whose answer stays away do not keep the others waiting', async () => {
  const stays = []
  for (let number = 0; number < 4; number += 1) stays.push(await keep())
  await at('2027-03-12')
  app.clock.set(ranchInstant('2027-03-15', 9))
  const stuck = new Set(stays.slice(0, 3).map(({ customer }) => customer))
  const provider: typeof app.provider = {
    ...app.provider,
    chargeKept: async (order) =>
      stuck.has(order.customer)
        ? { outcome: 'unavailable', reason: 'stuck' }
        : app.provider.chargeKept(order),
  }
  for (const _ of [1, 2]) await chargeKeptCards(bookingDeps(app, { provider }))
  expect(await attempts(stays[3]?.reservationId ?? 0)).toEqual(['succeeded 2027-03-15'])
})

test('a lost reply is asked for again under its own key: one charge', async () => {
  const { uuid, reservationId } = await keep()
  await at('2027-03-12')
  await app.sandbox?.control.set({ provider: 'lose-replies' })
  const before = await chargesOf()
  await at('2027-03-15')
  await app.sandbox?.control.set({ provider: 'up' })
  app.clock.advance({ minutes: 5 })
  await app.runJobs()
  expect((await chargesOf()) - before).toBe(1)
  expect(await attempts(reservationId)).toEqual(['succeeded 2027-03-15'])
  expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true })
})

test('two processes, the guest with another card and an admin with cash at the same moment: one payment counts', async () => {
  const { uuid, reservationId } = await keep()
  await at('2027-03-12')
  const office = await openOffice(app)
  const rest = (await guest.look(uuid)).invoices.find(({ paid }) => !paid)
  app.clock.set(ranchInstant('2027-03-15', 9))
  await Promise.all([
    chargeKeptCards(bookingDeps(app)),
    chargeKeptCards(bookingDeps(app)),
    guest.pay(rest?.clientSecret ?? ''),
    office.rebill({ id: rest?.id ?? 0, paid: true, paymentMethod: 'cash' }),
    guest.look(uuid),
  ])
  app.clock.advance({ minutes: 2 })
  await app.runJobs()
  expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true, totalPaid: 90_000 })
  expect((await attempts(reservationId)).filter((one) => one.startsWith('charging'))).toEqual([])
  await expectBooksToAgree(app)
})

test('the purge forgets it: what was agreed to, why a bank declined, and the customer at the provider (R42.6)', async () => {
  const { reservationId, customer, paymentIntent } = await keep()
  await at('2027-03-12')
  await app.sandbox?.control.set({ offSession: { decline: 'insufficient_funds', advice: 'try_again_later' } })
  await at('2027-03-15')
  const { services } = app
  const order = { id: reservationId, by: { actor: 'job:purge' } }
  await services.db.transaction((tx) => anonymizeReservation(tx, services, order))
  await app.runJobs()
  expect(await cardOf(reservationId)).toBeUndefined()
  expect(await customerOf(paymentIntent)).toBe('')
  const charges = await services.db
    .select()
    .from(cardCharges)
    .where(eq(cardCharges.reservationId, reservationId))
  expect(charges.map(({ status, declineCode, adviceCode }) => [status, declineCode, adviceCode])).toEqual([
    ['declined', null, null],
    ['stopped', null, null],
  ])
  expect(await isForgotten(customer)).toBe(true)
})

test('switched off, nothing is charged and what was kept is forgotten (R42.7)', async () => {
  const { uuid, reservationId, customer } = await keep()
  await at('2027-03-12')
  app.clock.set(ranchInstant('2027-03-15', 9))
  const settings = { ...app.services.settings, keepCards: false }
  await chargeKeptCards(bookingDeps(app, { settings }))
  await app.runJobs()
  expect(await attempts(reservationId)).toEqual(['stopped 2027-03-15'])
  expect(await guest.look(uuid)).toMatchObject({ keptCard: null, totalPaid: 45_000 })
  expect(await isForgotten(customer)).toBe(true)
})
