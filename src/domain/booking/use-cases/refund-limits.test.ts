/**
 * Tests that a refund is always a percentage of what was paid, even if a discount code or an admin lowered the
 * price (R45.5, docs/owners/refunds.md).
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { codes } from '#platform/database/schema/codes.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { moveReservation } from '../contract/admin.ts'
import { cancelOwnStay, getCancellation } from '../contract/cancellation.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { NOW, START } from '#test/support/booking/replacement.ts'

const app = await openTestApp({ now: NOW })
const guest = createGuest(app)
const admin = await signInAdmin(app)

let made = 0
async function codeOf(changes: Partial<typeof codes.$inferInsert>): Promise<string> {
  made += 1
  const values = { code: `LESS-${made}`, kind: 'percent' as const, value: 50, ...changes }
  const [row] = await app.services.db.insert(codes).values(values).returning()
  return row!.code
}

/** A stay that starts in 21 days, and for which the guest has paid $300. */
type Stay = { id: number; uuid: string; eventId: number }

async function paid(eventId: number, order: Parameters<typeof guest.hold>[1]): Promise<Stay> {
  const held = await guest.hold(eventId, { amount: 30_000, ...order })
  await guest.pay(held.clientSecret)
  await app.sandbox?.deliverDue()
  await guest.look(held.uuid)
  return { id: held.reservationId, uuid: held.uuid, eventId }
}

const retreat = async (cost: number) =>
  (await makeEvent(app.services.db, { cost, startDateDate: START, endDateDate: START })).id

/** Ways in which the guest comes to pay only $300 for a stay. */
const LOWER: [string, () => Promise<Stay>][] = [
  [
    'a code',
    async () => {
      const code = await codeOf({ kind: 'amount', value: 60_000 })
      return paid(await retreat(90_000), { code })
    },
  ],
  [
    'an open price',
    async () => {
      const code = await codeOf({ kind: 'open', value: 0 })
      return paid(await retreat(90_000), { code, pays: 30_000 })
    },
  ],
  [
    'choices',
    async () => {
      const eventId = await retreat(20_000)
      const values = { eventId, kind: 'extra', name: 'Lesson', price: 10_000, sort: 0 } as const
      const [option] = await app.services.db.insert(eventOptions).values(values).returning()
      const stay = await paid(eventId, { options: [option!.id] })
      await app.services.db
        .update(eventOptions)
        .set({ price: 1_000 })
        .where(eq(eventOptions.eventId, eventId))
      return stay
    },
  ],
  [
    'an admin’s price',
    async () => {
      const eventId = await retreat(90_000)
      const made = await admin.signUp({ eventId, amount: 30_000, totalDue: 30_000 })
      const [invoice] = (await guest.look(made.uuid)).invoices
      await guest.pay(invoice?.clientSecret ?? '')
      await guest.look(made.uuid)
      await app.sandbox?.deliverDue()
      await app.runJobs()
      return { id: made.reservationId, uuid: made.uuid, eventId }
    },
  ],
]

const given = async (id: number) => {
  const { refunds } = await admin.refundsOf(id)
  return refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
}

async function cancelsThemselves({ id, uuid }: Stay): Promise<number> {
  const plan = await guest.browser.call(getCancellation, { query: { uuid } })
  const refund = plan.ok ? plan.data.refund : -1
  expect(await guest.browser.call(cancelOwnStay, { body: { uuid, refund } })).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await given(id)).toBe(refund)
  return refund
}

const laterBy = async ({ eventId }: Stay, startDateDate: string) =>
  app.services.db
    .update(events)
    .set({ startDateDate, endDateDate: startDateDate })
    .where(eq(events.id, eventId))

test.each(LOWER)(
  'refunds a percentage of what was paid, however the stay is canceled, if the price was lowered by %s (R45.5)',
  async (_name, make) => {
    expect(await cancelsThemselves(await make())).toBe(0)

    const half = await make()
    await laterBy(half, '2027-06-20')
    const fee = (await admin.refundsOf(half.id)).plan.fees
    expect(fee).toBeGreaterThan(0)
    expect(await cancelsThemselves(half)).toBe(22_500 - fee)

    const whole = await make()
    await laterBy(whole, '2027-12-20')
    expect(await cancelsThemselves(whole)).toBe(30_000 - fee)

    const off = await make()
    await admin.cancelEvent(off.eventId)
    await app.runJobs()
    expect(await given(off.id)).toBe(30_000)

    const kept = await make()
    const invoiceId = (await admin.look(kept.id)).invoices[0]?.id ?? 0
    expect(await admin.refund(invoiceId, 30_001)).toMatchObject({ ok: false })
    expect(await admin.refund(invoiceId, 10_000)).toMatchObject({ ok: true })
    // Moving the stay to a cheaper event refunds nothing automatically. The goodwill refund above lowers what can
    // still be refunded.
    const { version } = await admin.look(kept.id)
    const cheaper = { id: kept.id, version, eventId: await retreat(5_000) }
    expect(await admin.browser.call(moveReservation, { body: cheaper })).toMatchObject({ ok: true })
    expect(await given(kept.id)).toBe(10_000)
    expect(await admin.cancel(kept.id, { cancelledBy: 'retreat' })).toMatchObject({ ok: true })
    await app.runJobs()
    expect(await given(kept.id)).toBe(30_000)
    await expectBooksToAgree(app)
  },
)
