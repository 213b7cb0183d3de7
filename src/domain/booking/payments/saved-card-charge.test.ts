/**
 * Tests charges of a saved card for the remainder, on a simulated clock and with the sandbox for Stripe (R42).
 */
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { ranchInstant } from '#shared/days.ts'
import { withdrawCardByAdmin } from '../contract/admin.ts'
import { expectBooksToAgree, intentStatus, mailsOf } from '#test/support/booking/books.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { type KeptStay, openSavedCards } from '#test/support/booking/saved-card.ts'
import { chargeSavedCards } from './saved-card.ts'

const site = await openSavedCards()
const { app, guest } = site

test.each([
  ['2027-03-15', '2027-04-14'],
  ['2027-03-14', '2027-04-13'],
  ['2027-11-07', '2027-12-07'],
])(
  "announces a saved card's charge three days before %s and makes it once from 9:00 on, across both clock changes",
  async (due, start) => {
    const { uuid, reservationId, customer } = await site.keep(undefined, start)
    await site.workOn(due, -72 + 8, 59)
    expect(await site.attempts(reservationId)).toEqual([])
    await site.at(due, -72 + 12)
    expect(await site.attempts(reservationId)).toEqual([`planned ${due}`])
    await site.workOn(due, 8, 59)
    expect(await site.chargesOf(reservationId)).toBe(0)
    await site.at(due)
    await site.workOn(due, 10)
    expect(await site.chargesOf(reservationId)).toBe(1)
    expect(await site.attempts(reservationId)).toEqual([`succeeded ${due}`])
    const { fullyPaid, keptCard } = await guest.look(uuid)
    expect({ fullyPaid, keptCard }).toEqual({ fullyPaid: true })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'card-charge-soon', 'invoice-success'])
    expect(await site.isForgotten(customer)).toBe(true)
    await expectBooksToAgree(app)
  },
)

describe('after a bank has declined a saved card (R42.5), the site', () => {
  test('retries the charge two and four days after the first, then notifies the admin and deletes the card', async () => {
    const { uuid, reservationId, customer } = await site.keep()
    await site.workOn('2027-03-12')
    await app.sandbox?.control.set({
      offSession: { decline: 'insufficient_funds', advice: 'try_again_later' },
    })
    await site.at('2027-03-15')
    expect(await site.attempts(reservationId)).toEqual(['declined 2027-03-15', 'planned 2027-03-17'])
    // The site canceled the declined payment, so the guest's page can open a payment of its own.
    expect(await site.secretOf(uuid)).not.toBe('')
    await site.workOn('2027-03-17')
    await site.at('2027-03-19')
    expect(await site.attempts(reservationId)).toEqual([15, 17, 19].map((day) => `declined 2027-03-${day}`))
    expect((await mailsOf(app, uuid)).slice(1)).toEqual([
      'card-charge-soon',
      'card-declined',
      'card-declined',
      'card-declined',
      'card-charge-failed-admin',
    ])
    expect(await site.chargesOf(reservationId)).toBe(0)
    expect(await site.isForgotten(customer)).toBe(true)
  })

  test.each(['do_not_try_again', 'confirm_card_data'] as const)(
    "does not retry a declined charge when the bank's advice is %s",
    async (advice) => {
      const { uuid, reservationId } = await site.keep()
      await site.workOn('2027-03-12')
      await app.sandbox?.control.set({ offSession: { decline: 'generic_decline', advice } })
      await site.at('2027-03-15')
      await site.workOn('2027-03-17')
      expect(await site.attempts(reservationId)).toEqual(['declined 2027-03-15'])
      const told = ['card-declined', 'card-charge-failed-admin']
      expect((await mailsOf(app, uuid)).slice(2)).toEqual(told)
      // Three days after the decline, the guest gets the usual payment reminder again.
      await site.at('2027-03-18')
      expect((await mailsOf(app, uuid)).slice(2)).toEqual([...told, 'invoice-remind'])
    },
  )

  test('never retries a charge if the bank wants the guest to authenticate, and lets the guest pay on their page', async () => {
    const { uuid, reservationId, paymentIntent } = await site.keep('pm_card_authenticationRequired')
    expect((await guest.look(uuid)).status).toBe('pending')
    await app.sandbox?.control.authenticate(paymentIntent, 'complete')
    await guest.look(uuid)
    await site.workOn('2027-03-12')
    await site.workOn('2027-03-15')
    await site.workOn('2027-03-17')
    expect(await site.attempts(reservationId)).toEqual(['needs_guest 2027-03-15'])
    expect((await mailsOf(app, uuid)).slice(2)).toEqual(['card-declined'])
    expect(await guest.pay(await site.secretOf(uuid))).toBe('succeeded')
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true })
    await expectBooksToAgree(app)
  })

  test('e-mails the guest and the admin if Stripe itself refuses the charge, and lets the guest pay on their page', async () => {
    const { uuid, reservationId, customer } = await site.keep()
    await site.workOn('2027-03-12')
    app.clock.set(ranchInstant('2027-03-15', 9))
    const provider: typeof app.provider = {
      ...app.provider,
      chargeSavedCard: async () => ({ outcome: 'rejected', reason: 'StripeInvalidRequestError' }),
    }
    await site.work(bookingDeps(app, { provider }))
    await site.workOn('2027-03-17')
    expect(await site.attempts(reservationId)).toEqual(['declined 2027-03-15'])
    expect((await mailsOf(app, uuid)).slice(2)).toEqual(['card-declined', 'card-charge-failed-admin'])
    expect(await site.isForgotten(customer)).toBe(true)
    expect(await guest.pay(await site.secretOf(uuid))).toBe('succeeded')
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true })
    await expectBooksToAgree(app)
  })

  test('records a declined charge only after its payment intent is canceled at Stripe', async () => {
    const { uuid, reservationId } = await site.keep()
    await site.workOn('2027-03-12')
    await app.sandbox?.control.set({ offSession: { decline: 'insufficient_funds', advice: null } })
    app.clock.set(ranchInstant('2027-03-15', 9))
    // The site cannot cancel the payment, because the bank has started to process it after all.
    const provider: typeof app.provider = {
      ...app.provider,
      cancelIntent: async (id) => {
        const read = await app.provider.retrieveIntent(id)
        if (read.outcome !== 'ok') return read
        return { outcome: 'ok', intent: { ...read.intent, state: { status: 'processing' } } }
      },
    }
    await site.work(bookingDeps(app, { provider }))
    expect(await site.attempts(reservationId)).toEqual(['charging 2027-03-15'])
    const intent = await site.chargedIntent(reservationId)
    expect(await intentStatus(app, intent)).toBe('open')
    expect(await site.secretOf(uuid)).toBe('')
    await site.work()
    expect(await site.attempts(reservationId)).toEqual(['declined 2027-03-15', 'planned 2027-03-17'])
    expect(await intentStatus(app, intent)).toBe('canceled')
  })
})

const restOf = async ({ reservationId }: KeptStay) =>
  (await (await signInAdmin(app)).look(reservationId)).invoices.find(({ paid }) => !paid)?.id ?? 0

describe('a saved card that must not be charged (R42.4, R42.6)', () => {
  const ways: [string, (stay: KeptStay) => Promise<unknown>][] = [
    ['the guest withdrew it', ({ uuid }) => site.withdraw(uuid)],
    [
      'an admin withdrew it for them',
      async ({ reservationId: id }) =>
        (await app.signIn({ admin: true })).call(withdrawCardByAdmin, { query: { id } }),
    ],
    ['the stay was canceled', async ({ reservationId }) => (await signInAdmin(app)).cancel(reservationId)],
    ['the event was canceled', async ({ eventId }) => (await signInAdmin(app)).cancelEvent(eventId)],
    [
      'the stay was deleted',
      async ({ reservationId }) => (await signInAdmin(app)).remove(reservationId, 'true'),
    ],
    [
      'it was paid by hand',
      async (stay) =>
        (await signInAdmin(app)).rebill({ id: await restOf(stay), paid: true, paymentMethod: 'cash' }),
    ],
    ['the guest paid it', async ({ uuid }) => guest.pay(await site.secretOf(uuid))],
  ]
  test('is deleted after the guest or an admin removed it, or after the stay was canceled, deleted or paid', async () => {
    const stays = []
    for (const [why, act] of ways) stays.push({ why, act, stay: await site.keep() })
    await site.workOn('2027-03-12')
    for (const { act, stay } of stays) await act(stay)
    await site.after(0, 2)
    const before = await site.allCharges()
    await site.workOn('2027-03-15')
    await site.workOn('2027-03-18')
    expect(await site.allCharges()).toBe(before)
    for (const { why, stay } of stays) {
      expect([why, await site.isForgotten(stay.customer)]).toEqual([why, true])
      const left = (await site.attempts(stay.reservationId)).filter((one) => !one.startsWith('stopped'))
      expect([why, left]).toEqual([why, []])
    }
    await expectBooksToAgree(app)
  })

  test('is charged only after a second announcement if the amount has changed', async () => {
    const stay = await site.keep()
    await site.workOn('2027-03-12')
    expect(await (await signInAdmin(app)).rebill({ id: await restOf(stay), amount: 40_000 })).toMatchObject({
      ok: true,
    })
    await site.workOn('2027-03-14')
    expect(await site.attempts(stay.reservationId)).toEqual(['stopped 2027-03-15', 'planned 2027-03-17'])
    await site.workOn('2027-03-17')
    expect(await site.chargesOf(stay.reservationId)).toBe(1)
    expect(await guest.look(stay.uuid)).toMatchObject({ totalPaid: 85_000 })
    expect((await mailsOf(app, stay.uuid)).slice(1, 3)).toEqual(['card-charge-soon', 'card-charge-soon'])
  })
})

test("postpones a saved card's charge while no e-mail can be sent, until three days after the announcement (R42.8)", async () => {
  const { uuid, reservationId } = await site.keep()
  for (const day of [12, 13, 14, 15]) {
    app.clock.set(ranchInstant(`2027-03-${day}`, 9))
    await chargeSavedCards(bookingDeps(app))
  }
  await site.work()
  const moved = ['stopped 2027-03-15', 'stopped 2027-03-16', 'stopped 2027-03-17']
  expect(await site.attempts(reservationId)).toEqual([...moved, 'planned 2027-03-18'])
  expect(await site.chargesOf(reservationId)).toBe(0)
  expect((await guest.look(uuid)).keptCard?.charge).toMatchObject({ on: '2027-03-18' })
  const told = await app.services.db
    .select({ status: emails.status })
    .from(emails)
    .where(and(eq(emails.reservationId, reservationId), eq(emails.emailType, 'card-charge-soon')))
    .orderBy(emails.id)
  expect(told.map(({ status }) => status)).toEqual(['dropped', 'dropped', 'dropped', 'sent'])
  await site.workOn('2027-03-18')
  expect(await site.attempts(reservationId)).toEqual([...moved, 'succeeded 2027-03-18'])
})
