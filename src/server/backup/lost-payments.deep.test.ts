/**
 * Tests payments that guests made after the backup. The card company still knows them when the site has lost
 * its own data (docs/operators/backup.md "Restoring"). The company is the payment sandbox of another site,
 * which this site reaches over HTTP with Stripe's settings.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { signInFor } from '#test/support/sign-in.ts'
import { expectSameBooks } from '#test/support/booking/books.ts'
import { createGuest, type Guest } from '#test/support/booking/guest.ts'
import { getRefunds, type AutoRefunds } from '#domain/desk/today/contract.ts'
import { makeEvent } from '#test/support/factories.ts'
import { sandboxKeys } from '../integrations.ts'
import { ledgerOf, type Site } from '#test/support/reliability/cluster.ts'
import { openOrders } from '#test/support/reliability/crash-orders.ts'
import { openInstallation, type Installation } from '#test/support/backup/installation.ts'

const COMPANY_SECRET = 'a secret that only the card company knows'
const SOON = { timeout: 120_000, interval: 500 }

const folder = await mkdtemp(join(tmpdir(), 'lost-payments-'))
const places: Installation[] = []
afterAll(async () => {
  for (const place of places) await place.close()
  await rm(folder, { recursive: true })
})

async function newPlace(options: Parameters<typeof openInstallation>[0]): Promise<Installation> {
  const place = await openInstallation(options)
  places.push(place)
  return place
}

/**
 * Starts another site, of which this test uses only the payment sandbox as the card company. Returns the
 * settings by which a site reaches the sandbox.
 */
async function openCompany() {
  const place = await newPlace({ env: { SESSION_SECRET: COMPANY_SECRET } })
  const site = await place.start()
  const keys = sandboxKeys(COMPANY_SECRET)
  const env = {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: `${await site.address}/dev/stripe`,
    JOBS_EVERY_SECONDS: '1',
  }
  return { site, env }
}

/** Creates a guest who signs up at the site and pays at the card company, another site's payment sandbox. */
function guestOf(installation: Site, company: Site): Guest {
  return createGuest({
    browser: () => installation.browser(),
    request: (path, init) => company.request(path, init),
  })
}

async function autoRefundsOf(site: Site): Promise<AutoRefunds> {
  const admin = await signInFor({ browser: () => site.browser() } as Parameters<typeof signInFor>[0])
  const found = await admin.call(getRefunds)
  if (!found.ok) throw new Error(found.message)
  return found.data.autoRefunds
}

test('records payments of known stays that are newer than a restored backup, and refunds and lists all others', async () => {
  const { site: company, env } = await openCompany()
  const old = await newPlace({ env })
  const database = await old.open()
  const event = await makeEvent(database.db, { name: 'Lost and found', spots: 3 })
  await database.close()
  let site = await old.start()
  const before = guestOf(site, company)
  const early = await before.hold(event.id, { email: 'early@example.test' })
  expect(await before.pay(early.clientSecret)).toBe('succeeded')
  expect(await before.look(early.uuid)).toMatchObject({ status: 'confirmed' })
  const holder = await before.hold(event.id, { email: 'holder@example.test' })

  const path = join(folder, 'site.tar.gz')
  expect(await old.command('backup', [path])).toMatchObject({ status: 0, stderr: '' })

  // The backup lacks two changes: a guest pays for an earlier hold, and another guest signs up and pays.
  expect(await before.pay(holder.clientSecret)).toBe('succeeded')
  const late = await before.hold(event.id, { email: 'late@example.test' })
  expect(await before.pay(late.clientSecret)).toBe('succeeded')
  for (const { uuid } of [holder, late])
    expect(await before.look(uuid)).toMatchObject({ status: 'confirmed' })
  await site.kill()

  const place = await newPlace({ fresh: true, env })
  expect(await place.command('restore', [path])).toMatchObject({ status: 0, stderr: '' })
  const orders = await openOrders()
  const begin = () => place.start(orders.start.env, orders.start.program)
  // The payment may be of a guest who is still signing up. So the site does not refund it yet.
  site = await begin()
  const after = guestOf(site, company)
  await expect.poll(async () => (await after.look(holder.uuid)).status, SOON).toBe('confirmed')
  expect((await ledgerOf(company)).refunds).toEqual([])
  expect(await autoRefundsOf(site)).toEqual({ count: 0, lost: 0, list: [] })

  await orders.give({ aheadMinutes: 20 })
  const lost = { why: 'lost', amount: 45_000, intentId: late.paymentIntent, status: 'succeeded' }
  await expect
    .poll(() => autoRefundsOf(site), SOON)
    .toMatchObject({
      count: 1,
      lost: 1,
      list: [{ ...lost, event: { name: 'Lost and found', urlName: event.urlName } }],
    })
  expect(await site.request(`/api/reservation?uuid=${late.uuid}`)).toMatchObject({ status: 404 })

  // After another restart, the site finds the same payment again. It must not refund that payment a second
  // time.
  await site.stop()
  await orders.give({ aheadMinutes: 200 })
  site = await begin()
  const one = { paymentIntent: late.paymentIntent, amount: 45_000, status: 'succeeded' }
  await expect.poll(async () => (await autoRefundsOf(site)).count, SOON).toBe(1)
  expect((await ledgerOf(company)).refunds).toMatchObject([one])
  for (const { uuid } of [early, holder])
    expect(await guestOf(site, company).look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  // The backup does not contain the guest who signed up after it. So that guest's spot must be free.
  const next = await guestOf(site, company).hold(event.id, { email: 'next@example.test' })
  expect(next.reservationId).toBeGreaterThan(late.reservationId + 1000)
  expect(await site.stop()).toBe(0)
  await orders.remove()
  const ledger = await ledgerOf(company)
  const books = await place.open()
  await expectSameBooks(books.db, ledger).finally(() => books.close())
})
