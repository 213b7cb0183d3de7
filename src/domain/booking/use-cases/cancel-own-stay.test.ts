import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getEvent } from '../contract/event.ts'
import { expectBooksToAgree, mailsOf, refundsOf, statusOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { cancelOwnStay, getCancellation } from '../contract/cancellation.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { payDeposit, purge, takeCash } from '#test/support/booking/stay.ts'

let admin: Admin
const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const guest = createGuest(app)
beforeEach(async () => {
  admin = await signInAdmin(app)
})

/** Creates an event that starts in 56 days, so that the Terms refund 75 % minus fees. */
const event = (changes: Parameters<typeof makeEvent>[1] = {}) => makeEvent(app.services.db, changes)
const stay = async (changes = {}) => payDeposit(guest, (await event(changes)).id)
const ask = (uuid: string) => guest.browser.call(getCancellation, { query: { uuid } })
const cancel = (uuid: string, refund: number, browser = guest.browser) =>
  browser.call(cancelOwnStay, { body: { uuid, refund } })
const refused = (code: string, status: number) => ({ ok: false, code, status })

/** The refund in cents: 75 % of the 45,000 cents that were paid, minus Stripe's fee of 1,335 cents. */
const SUM = 32_415

test('shows the refund by the Terms, and on canceling refunds it once, frees the spot and e-mails the guest (R5.6)', async () => {
  const { id: eventId, urlName } = await event({ spots: 1 })
  const { uuid, reservationId, paymentIntent } = await payDeposit(guest, eventId)
  const shown = await ask(uuid)
  expect(shown).toEqual({
    ok: true,
    data: {
      today: '2027-05-06',
      daysBefore: 56,
      percent: 75,
      paid: 45_000,
      disputed: 0,
      members: [],
      fees: 1_335,
      feesKnown: true,
      refund: SUM,
      refundToCard: SUM,
      refundByHand: 0,
      schedule: {
        today: '2027-05-06',
        rows: [
          { from: '2027-04-03', until: '2027-06-01', percent: 75, refund: SUM, ifTaken: null },
          { from: '2027-06-02', until: '2027-06-30', percent: 0, refund: 0, ifTaken: 40_500 },
        ],
        paid: 45_000,
        fees: 1_335,
        feesKnown: true,
      },
    },
  })
  expect(await cancel(uuid, SUM)).toMatchObject({ ok: true, data: { refund: SUM, refundToCard: SUM } })
  await app.jobs.runDue()
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: SUM, status: 'succeeded' }])
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
  const page = await guest.browser.call(getEvent, { query: { eventUrlName: urlName } })
  expect(page).toMatchObject({ data: { reservedSpots: 0, isFull: false } })
  expect(await auditOf(app, 'reservation', reservationId)).toContainEqual(
    expect.objectContaining({ actor: 'guest', action: 'reservation.cancelled' }),
  )
  await expectBooksToAgree(app)
})

test('cancels a stay once if the guest clicks twice or uses a second tab, with the same reply each time', async () => {
  const { uuid, paymentIntent } = await stay()
  const tab = app.browser()
  const replies = await Promise.all([cancel(uuid, SUM), cancel(uuid, SUM), cancel(uuid, SUM, tab)])
  expect(replies.map((reply) => reply.ok && reply.data.refund)).toEqual([SUM, SUM, SUM])
  expect(await cancel(uuid, SUM)).toMatchObject({ ok: true })
  expect(await cancel(uuid, 0)).toMatchObject(refused('not_cancellable', 409))
  await app.jobs.runDue()
  expect(await refundsOf(app, paymentIntent)).toHaveLength(1)
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
})

describe('if the refund has changed since the guest saw it, the site', () => {
  test('cancels nothing and shows the new refund if a new day has lowered the refund tier', async () => {
    const { uuid } = await stay()
    app.clock.set(new Date('2027-06-02T18:00:00Z'))
    expect(await cancel(uuid, SUM)).toMatchObject({
      ...refused('moved', 409),
      message: expect.stringContaining('The refund would now be $0.00. Nothing was canceled.'),
    })
    expect(await ask(uuid)).toMatchObject({ data: { percent: 0, fees: 0, refund: 0, paid: 45_000 } })
    expect(await statusOf(app, uuid)).toBe('confirmed')
    expect(await cancel(uuid, 0)).toMatchObject({ ok: true, data: { refund: 0 } })
    await app.jobs.runDue()
    expect(await mailsOf(app, uuid)).toContain('cancellation')
  })

  test('shows the new refund if a manual payment was recorded after the guest saw the refund', async () => {
    const { uuid, reservationId } = await stay()
    await takeCash(app, reservationId)
    const reply = await cancel(uuid, SUM)
    expect(reply).toMatchObject({ code: 'moved', message: expect.stringContaining('$661.65') })
    expect(await ask(uuid)).toMatchObject({
      data: { refund: 66_165, refundByHand: 45_000, refundToCard: 21_165 },
    })
    expect(await cancel(uuid, 66_165)).toMatchObject({ ok: true })
    const { refunds } = await admin.refundsOf(reservationId)
    expect(refunds.map(({ amount, byHand }) => [amount, byHand]).toSorted()).toEqual([
      [21_165, false],
      [45_000, true],
    ])
  })

  test("records a payment that arrives during the guest's cancellation, and cancels nothing", async () => {
    const { uuid } = await stay()
    const open = (await guest.look(uuid)).invoices.find((invoice) => !invoice.paid)
    await app.sandbox?.control.set({ holdWebhooks: true })
    await guest.pay(open?.clientSecret ?? '')
    expect(await cancel(uuid, SUM)).toMatchObject({ ok: false, status: 409 })
    expect(await statusOf(app, uuid)).toBe('confirmed')
    expect(await ask(uuid)).toMatchObject({ data: { paid: 90_000 } })
  })
})

describe('if a guest cannot cancel a stay, the site', () => {
  test('refuses to cancel a hold, a stay of a canceled or started event, and a stay that an admin already canceled', async () => {
    const held = await guest.hold((await event()).id)
    const called = await stay()
    const begun = await stay()
    const gone = await stay()
    await admin.cancel(gone.reservationId, { cancelledBy: 'retreat' })
    const { eventId } = await rowOf(called.uuid)
    await admin.cancelEvent(eventId)
    for (const [uuid, code] of [
      [held.uuid, 'hold'],
      [called.uuid, 'event_cancelled'],
      [gone.uuid, 'not_cancellable'],
    ] as const) {
      expect(await ask(uuid)).toMatchObject(refused(code, 409))
      expect(await cancel(uuid, 0)).toMatchObject(refused(code, 409))
    }
    // The first minute of the event's start day, in the ranch's time zone.
    app.clock.set(new Date('2027-07-01T06:00:00Z'))
    expect(await ask(begun.uuid)).toMatchObject(refused('event_started', 409))
    expect(await cancel(begun.uuid, 0)).toMatchObject(refused('event_started', 409))
    expect(await statusOf(app, held.uuid)).toBe('pending')
  })

  test.each([randomUUID(), '17', ''])(
    'returns 404 when a guest cancels by the invalid link %j',
    async (uuid) => {
      expect(await ask(uuid)).toMatchObject(refused('not_found', 404))
      expect(await cancel(uuid, 0)).toMatchObject(refused('not_found', 404))
    },
  )

  test('returns 410 when a guest cancels a purged stay', async () => {
    const { uuid, reservationId } = await stay()
    await purge(app, reservationId)
    expect(await ask(uuid)).toMatchObject(refused('purged', 410))
    expect(await cancel(uuid, 0)).toMatchObject(refused('purged', 410))
  })
})

async function rowOf(uuid: string) {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.uuid, uuid))
  if (!row) throw new Error('no reservation')
  return row
}

test("returns no database ids to a guest who cancels, and ignores an amount or a reason in the guest's request", async () => {
  const { uuid } = await stay()
  const shown = await ask(uuid)
  expect(JSON.stringify(shown)).not.toMatch(/pi_|paymentId|"id"/)
  const body = { uuid, refund: 45_000, refundByTerms: 45_000, cancelledBy: 'retreat', replacementFound: true }
  expect(await guest.browser.call(cancelOwnStay, { body })).toMatchObject(refused('moved', 409))
  expect(await statusOf(app, uuid)).toBe('confirmed')
})

/** Pays a deposit by card. Stripe reports its fee for this payment 50 minutes later. */
const feeless = async () => {
  await app.sandbox?.control.set({ feeAfterMs: 50 * 60_000 })
  const held = await guest.hold((await event()).id)
  await guest.pay(held.clientSecret)
  await guest.look(held.uuid)
  return held
}

const later = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}

describe('before Stripe has reported its fee (R5.2), the site', () => {
  /**
   * The largest possible refund in cents: 75 % of 45,000 cents, without subtracting the fee that Stripe has not
   * reported.
   */
  const MOST = 33_750

  test('lets the guest cancel, and refunds by the tier of the day of canceling once Stripe reports its fee', async () => {
    const { uuid, reservationId, paymentIntent } = await feeless()
    expect(await ask(uuid)).toMatchObject({ data: { fees: 0, feesKnown: false, refund: MOST } })
    const reply = { ok: true, data: { refund: MOST, feesKnown: false } }
    expect(await Promise.all([cancel(uuid, MOST), cancel(uuid, MOST)])).toMatchObject([reply, reply])
    await app.runJobs()
    expect(await statusOf(app, uuid)).toBe('cancelled')
    expect(await refundsOf(app, paymentIntent)).toEqual([])
    expect(await guest.look(uuid)).toMatchObject({ cancellation: { refund: 0, feesKnown: false } })
    expect((await admin.refundsOf(reservationId)).cancellation).toMatchObject({ feesKnown: false })
    // Moves the clock to 29 days before the start. A cancellation on this day would refund nothing.
    app.clock.set(new Date('2027-06-02T18:00:00Z'))
    await later(60)
    await later(60)
    expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: SUM, status: 'succeeded' }])
    expect(await guest.look(uuid)).toMatchObject({ cancellation: { refund: SUM, feesKnown: true } })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation', 'cancellation'])
    await later(60)
    expect(await refundsOf(app, paymentIntent)).toHaveLength(1)
    await expectBooksToAgree(app)
  })

  test("subtracts what an admin has refunded in the meantime from the refund that waits for Stripe's fee", async () => {
    const { uuid, reservationId, paymentIntent } = await feeless()
    await cancel(uuid, MOST)
    await app.runJobs()
    const invoice = (await admin.look(reservationId)).invoices.find(({ paid }) => paid)
    app.clock.advance({ minutes: 1 })
    expect(await admin.refund(invoice?.id ?? 0, 30_000)).toMatchObject({ ok: true })
    await later(60)
    await later(60)
    const amounts = (await refundsOf(app, paymentIntent)).map(({ amount }) => amount)
    expect(amounts).toEqual([30_000, SUM - 30_000])
    await expectBooksToAgree(app)
  })

  test('refunds immediately if an admin cancels with another amount and a reason', async () => {
    const { reservationId, paymentIntent } = await feeless()
    const override = { refund: 40_000, reason: 'Ill' }
    expect(await admin.cancel(reservationId, { refund: MOST })).toMatchObject({ ok: false, status: 400 })
    expect(await admin.cancel(reservationId, override)).toMatchObject({ ok: true })
    await later(60)
    expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: 40_000 }])
  })
})
