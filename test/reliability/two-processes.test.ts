/**
 * Tests two processes of the site. With an embedded database, the second process must refuse to start. With
 * PostgreSQL, they share the work, and each job runs once.
 */
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSameBooks } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { deliveries } from '#dev/stripe/store.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { FAR_AHEAD, makeEvent } from '#test/support/factories.ts'
import { mailsTo } from '../support/reliability/crash-stories.ts'
import { ledgerOf, openTestInstallation, type TestInstallation } from '../support/reliability/cluster.ts'
import { openOrders } from '../support/reliability/crash-orders.ts'
import { allowLongTests } from '../support/reliability/long-timeouts.ts'

allowLongTests()
const SOON = { timeout: 60_000, interval: 250 }

let installation: TestInstallation
let eventId: number
beforeAll(async () => {
  installation = await openTestInstallation()
  eventId = await installation.withDatabase(
    async ({ db }) => (await makeEvent(db, { spots: 100, ...FAR_AHEAD })).id,
  )
})
afterAll(() => installation.close())

if (testDatabaseKind() === 'embedded') {
  test('refuses in one line to start a second process on the same data folder, while the first keeps serving', async () => {
    const first = await installation.start()
    const second = await installation.start().catch((error: Error) => error.message)
    expect(second).toMatch(/^The site ended at once: DATA_DIR: another running process .+\n$/)
    expect((await first.request('/readyz')).status).toBe(200)
  })
} else {
  test('runs e-mails, webhooks, refunds and periodic jobs once, although two processes share them', async () => {
    const orders = await openOrders()
    const each = { ...orders.start, env: { ...orders.start.env, JOBS_EVERY_SECONDS: '1' } }
    const sites = await Promise.all([installation.start(each), installation.start(each)])
    const [one] = sites
    const emails = Array.from({ length: 12 }, () => `guest-${randomUUID()}@example.test`)

    await Promise.all(
      emails.map(async (email, index) => {
        const guest = createGuest(sites[index % 2] ?? sites[0])
        const { clientSecret } = await guest.hold(eventId, { email })
        expect(await guest.pay(clientSecret)).toBe('succeeded')
        // This guest pays without sending the sign-up form, so the site must refund the payment.
        expect(await guest.pay((await guest.open(eventId)).clientSecret)).toBe('succeeded')
      }),
    )
    const mails = () => Promise.all(emails.map((to) => mailsTo(one, to)))
    await expect.poll(mails, SOON).toEqual(emails.map(() => 1))
    const rounds = () =>
      installation.withDatabase(({ db }) =>
        db
          .select()
          .from(outbox)
          .where(sql`payload ? 'slot'`),
      )
    const done = async () => (await rounds()).filter(({ doneAt }) => doneAt !== null).length
    await expect.poll(done, SOON).toBeGreaterThan(8)
    expect((await rounds()).filter(({ attempts }) => attempts > 1)).toEqual([])
    await orders.give({ aheadMinutes: 16 })
    await expect.poll(async () => (await ledgerOf(one)).refunds.length, SOON).toBe(emails.length)
    const sent = () => installation.withDatabase(({ db }) => db.select().from(deliveries))
    await expect.poll(async () => (await sent()).every(({ doneAt }) => doneAt !== null), SOON).toBe(true)
    expect(await mails()).toEqual(emails.map(() => 1))
    const books = await ledgerOf(one)
    expect(await Promise.all(sites.map((site) => site.stop()))).toEqual([0, 0])

    await orders.remove()
    await installation.withDatabase(({ db }) => expectSameBooks(db, books))
    const [here = 0, there = 0] = sites.map(
      (site) => site.output().stdout.split('booking.receiveWebhook').length - 1,
    )
    expect(Math.min(here, there)).toBeGreaterThan(0)
    expect(here + there).toBe((await sent()).length)
  })
}
