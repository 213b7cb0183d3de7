/**
 * Kills the process at each named step between charging a card and recording the payment. The site's jobs must then
 * complete the work.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invoices } from '#platform/database/schema/booking.ts'
import { refunds, cardCharges, savedCards } from '#platform/database/schema/payments.ts'
import { addDays, ranchInstant } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import type { BookingDeps, FaultPoint } from '../deps.ts'
import { expectBooksToAgree, intentStatus, mailsOf, refundsOf } from '#test/support/booking/books.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { payTooLate } from '#test/support/booking/stripe-dashboard.ts'
import { signUp } from '../use-cases/sign-up.ts'
import { applyPaymentIntent, settleHold } from './apply-intent.ts'
import { createIntent, intentOfInvoice } from './create-intent.ts'
import { chargeSavedCards, forgetCustomer, withdrawCard } from './saved-card.ts'
import { reconcile } from './reconcile.ts'
import { makeRefund } from './refund.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)

class Killed extends Error {}

/** Returns the dependencies of a process that dies when it first reaches this step. */
function dyingAt(point: FaultPoint): BookingDeps {
  return bookingDeps(app, {
    fault: (reached) => {
      if (reached === point) throw new Killed(point)
    },
  })
}
const pass = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}
const eventId = async (changes = {}) => (await makeEvent(app.services.db, changes)).id

describe.each(['intent-read', 'changes-written', 'changes-committed'] as const)(
  'after a kill at the step %s of recording a card payment, the site',
  (point) => {
    test('confirms a paid hold once, with one e-mail (R4.1, R20.3)', async () => {
      await app.sandbox?.control.set({ holdWebhooks: true })
      const { uuid, clientSecret, paymentIntent } = await guest.hold(await eventId())
      await guest.pay(clientSecret)
      await expect(applyPaymentIntent(dyingAt(point), paymentIntent, 'provider')).rejects.toThrow(Killed)
      expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
      await pass(2)
      expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
      await expectBooksToAgree(app)
    })
  },
)

describe.each(['sign-up-written', 'sign-up-committed'] as const)(
  'after a kill at the step %s of a sign-up, the site',
  (point) => {
    test.each([0, 1])(
      'makes one sign-up when a guest with %i companions sends the form again',
      async (along) => {
        const spots = 1 + along
        const id = await eventId({ spots })
        const amount = 45_000 * spots
        const { paymentIntent, clientSecret } = await guest.open(
          id,
          amount,
          ...Array.from({ length: spots }, () => []),
        )
        const attempt = randomUUID()
        const companions = Array.from({ length: along }, () => ({
          customerName: 'Sam Doe',
          email: null,
          options: [],
        }))
        const order = { eventId: id, amount, paymentIntent, attempt, companions }
        const dead = signUp(dyingAt(point), {
          ...order,
          options: [],
          code: null,
          pays: null,
          offer: null,
          replacement: null,
          madeFrom: null,
          guest: { ...DETAILS },
        })
        await expect(dead).rejects.toThrow(Killed)
        const again = await guest.order(order)
        expect(again).toMatchObject({ ok: true })
        await guest.pay(clientSecret)
        const uuid = again.ok ? again.data.uuid : ''
        expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', event: { reservedSpots: spots } })
      },
    )
  },
)

describe('after a kill when Stripe has created a payment intent (`intent-made`), the site', () => {
  test('finds the payment intent that has no row, and cancels it after an hour', async () => {
    const deps = dyingAt('intent-made')
    const made: string[] = []
    const provider = providerWith(app, {
      createIntent: async (order) => {
        const reply = await app.provider.createIntent(order)
        if (reply.outcome === 'ok') made.push(reply.intent.id)
        return reply
      },
    })
    const dead = createIntent(
      { ...deps, ...provider },
      {
        amount: 45_000,
        eventId: await eventId(),
        madeFrom: 'somewhere',
      },
    )
    await expect(dead).rejects.toThrow(Killed)
    const [id = ''] = made
    expect(await intentStatus(app, id)).toBeUndefined()
    await pass(2)
    expect(await intentStatus(app, id)).toBe('open')
    await pass(60)
    expect(await intentStatus(app, id)).toBe('canceled')
  })

  test('returns the same payment intent for an invoice again, and records its payment', async () => {
    const { uuid, clientSecret, reservationId } = await guest.hold(await eventId())
    await guest.pay(clientSecret)
    await app.runJobs()
    const id = await remainderOf(reservationId)
    const dead = intentOfInvoice(dyingAt('intent-made'), { id, amount: 45_000, held: false })
    await expect(dead).rejects.toThrow(Killed)
    const secret = (await guest.look(uuid)).invoices.find((invoice) => !invoice.paid)?.clientSecret ?? ''
    expect(await guest.pay(secret)).toBe('succeeded')
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true })
    await expectBooksToAgree(app)
  })
})

test('expires a hold even if the process is killed after its payment intent was canceled (`intent-cancelled`)', async () => {
  const { uuid, reservationId } = await guest.hold(await eventId())
  app.clock.advance({ minutes: 16 })
  const dead = settleHold(dyingAt('intent-cancelled'), reservationId, 'job:expire-holds')
  await expect(dead).rejects.toThrow(Killed)
  await app.runJobs()
  expect(await guest.look(uuid)).toMatchObject({ status: 'expired' })
})

describe.each(['refund-wanted', 'refund-made'] as const)(
  'after a kill at the step %s of a refund, the site',
  (point) => {
    test('refunds a late payment once', async () => {
      const { uuid, paymentIntent, charge } = await payTooLate(app, guest)
      await app.sandbox?.control.set({ holdWebhooks: true })
      await charge()
      // The killed process runs no jobs, so the test itself takes the steps that come before the kill.
      await applyPaymentIntent(dyingAt(point), paymentIntent, 'provider')
      const key = `late:${paymentIntent}`
      const [refund] = await app.services.db.select().from(refunds).where(eq(refunds.key, key))
      await expect(makeRefund(dyingAt(point), refund?.id ?? 0)).rejects.toThrow(Killed)
      await pass(2)
      await pass(10)
      expect(await refundsOf(app, paymentIntent)).toEqual([{ key, amount: 45_000, status: 'succeeded' }])
      expect(await guest.look(uuid)).toMatchObject({ status: 'refunded', totalPaid: 0 })
      await expectBooksToAgree(app)
    })
  },
)

test("ignores an intent's status that was read from Stripe before a newer status was written (R4.2)", async () => {
  const { uuid, clientSecret, paymentIntent, reservationId } = await guest.hold(await eventId())
  app.clock.advance({ minutes: 16 })
  const deps = dyingAt('webhook-stored')
  let overtaken = false
  // When Stripe is read after the hold's deadline, the intent still waits for a card. Before the site uses that
  // status, the card is charged and the payment applied.
  const fault = async (point: FaultPoint) => {
    if (point !== 'intent-read' || overtaken) return
    overtaken = true
    await guest.pay(clientSecret)
    await applyPaymentIntent(deps, paymentIntent, 'provider')
  }
  expect(await settleHold({ ...deps, fault }, reservationId, 'job:expire-holds')).toBe('settled')
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  await expectBooksToAgree(app)
})

/** Returns all customers at the sandbox for Stripe, and the customers to whom a card is saved. */
const kept = async () => (await app.sandbox?.ledger())?.kept ?? { customers: [], cards: [] }

/** Creates a guest who has paid the deposit and saved the card. */
async function keep() {
  const { uuid, reservationId: id, clientSecret } = await guest.hold(await eventId(), { keepCard: true })
  await guest.pay(clientSecret)
  await app.runJobs()
  const [row] = await app.services.db.select().from(savedCards).where(eq(savedCards.reservationId, id))
  const customer = row?.customer ?? ''
  expect((await kept()).cards).toContain(customer)
  return { uuid, id, customer }
}
const isForgotten = async (customer: string) => {
  const { customers, cards } = await kept()
  return ![...customers, ...cards].includes(customer)
}

describe('after a kill while it works on a saved card, the site', () => {
  test('saves the card at the second try after a kill that left a Stripe customer without a card (`customer-made`)', async () => {
    const before = await kept()
    const order = { amount: 45_000, eventId: await eventId(), madeFrom: 'somewhere', keepCard: true }
    await expect(createIntent(dyingAt('customer-made'), order)).rejects.toThrow(Killed)
    expect(await kept()).toEqual({ ...before, customers: [...before.customers, expect.any(String)] })
    await keep()
  })

  test('deletes the card that the guest removed just before the kill (`card-withdrawn`)', async () => {
    const { uuid, id, customer } = await keep()
    const dead = withdrawCard(dyingAt('card-withdrawn'), { id, by: { actor: 'guest' } })
    await expect(dead).rejects.toThrow(Killed)
    expect((await guest.look(uuid)).keptCard).toBeUndefined()
    expect(await isForgotten(customer)).toBe(false)
    await app.runJobs()
    expect(await isForgotten(customer)).toBe(true)
  })

  test('finishes deleting a saved card if the kill came after Stripe had deleted the customer (`customer-forgotten`)', async () => {
    const { id, customer } = await keep()
    const away = providerWith(app, {
      deleteCustomer: async () => ({ outcome: 'unavailable', reason: 'away' }),
    })
    await withdrawCard({ ...bookingDeps(app), ...away }, { id, by: { actor: 'guest' } })
    await expect(forgetCustomer(dyingAt('customer-forgotten'), customer)).rejects.toThrow(Killed)
    expect(await isForgotten(customer)).toBe(true)
    expect(await forgetCustomer(bookingDeps(app), customer)).toBe('done')
  })

  test.each([
    ['the saved cards are charged first', async () => {}],
    ['missed payments are found first', () => reconcile(bookingDeps(app))],
  ])(
    'records a declined charge once and retries on the planned day after a kill at `intent-cancelled`, if %s',
    async (_, before) => {
      const { uuid, id, due } = await declineAndDie()
      await before()
      await pass(2)
      expect(await attemptsOf(id)).toEqual([`declined ${due}`, `planned ${addDays(due, 2)}`])
      expect((await mailsOf(app, uuid)).filter((type) => type === 'card-declined')).toHaveLength(1)
      await app.sandbox?.control.reset()
      app.clock.set(ranchInstant(addDays(due, 2), 9))
      await app.runJobs()
      expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true, totalPaid: 90_000 })
      await expectBooksToAgree(app)
    },
  )

  test('ends a declined charge without a retry if the guest removed the card after a kill at `intent-cancelled`', async () => {
    const { uuid, id, due } = await declineAndDie()
    await reconcile(bookingDeps(app))
    await withdrawCard(bookingDeps(app), { id, by: { actor: 'guest' } })
    await pass(2)
    expect(await attemptsOf(id)).toEqual([`declined ${due}`])
    expect((await guest.look(uuid)).keptCard).toBeUndefined()
    await expectBooksToAgree(app)
  })
})

/** Saves a card, then kills the process after Stripe canceled the intent of the card's declined charge. */
async function declineAndDie() {
  const { uuid, id } = await keep()
  const { charge } = (await guest.look(uuid)).keptCard ?? {}
  const due = charge?.on ?? ''
  app.clock.set(ranchInstant(addDays(due, -3), 9))
  await app.runJobs()
  await app.sandbox?.control.set({
    offSession: { decline: 'insufficient_funds', advice: 'try_again_later' },
  })
  app.clock.set(ranchInstant(due, 9))
  const log = { ...app.services.log, error: () => {} } as never
  await chargeSavedCards({ ...dyingAt('intent-cancelled'), log })
  expect(await attemptsOf(id)).toEqual([`charging ${due}`])
  return { uuid, id, due }
}

async function attemptsOf(reservationId: number): Promise<string[]> {
  const attempts = await app.services.db
    .select()
    .from(cardCharges)
    .where(eq(cardCharges.reservationId, reservationId))
    .orderBy(cardCharges.id)
  return attempts.map(({ status, chargeOn }) => `${status} ${chargeOn}`)
}

async function remainderOf(reservationId: number): Promise<number> {
  const all = await app.services.db.select().from(invoices)
  const found = all.find((row) => row.reservationId === reservationId && row.purpose === 'remainder')
  return found?.id ?? 0
}
