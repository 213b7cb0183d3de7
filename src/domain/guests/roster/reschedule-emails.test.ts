import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDetails } from '#platform/audit.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import type { MailSummary } from '#dev/mailbox/store.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { takeSpots } from '#test/support/factories.ts'
import { makeByCall, update } from '#test/support/events/admin-calls.ts'
import { moveReservation } from '#domain/booking/contract/admin.ts'
import { mailsOf } from '#test/support/booking/books.ts'
import { createGuest, type Guest } from '#test/support/booking/guest.ts'

/** Noon at the ranch on May 6, the present time of these tests. */
const NOON = new Date('2027-05-06T18:00:00Z')
let app: TestApp
let admin: TestBrowser
let guest: Guest
beforeAll(async () => {
  app = await buildTestApp({ now: NOON })
  admin = await app.signIn({ admin: true })
  guest = createGuest(app)
})
afterAll(() => app.close())

const DAYS = { startDateDate: '2027-08-06', endDateDate: '2027-08-08' }
const LATER = { startDateDate: '2027-09-10', endDateDate: '2027-09-12' }
const SOONER = { startDateDate: '2027-05-20', endDateDate: '2027-05-22' }

const pass = async ({ days }: { days: number }) => {
  app.clock.advance({ minutes: days * 24 * 60 })
  // The admin's session expired during the days that the test skipped, so the admin signs in again.
  admin = await app.signIn({ admin: true })
}

async function signedUp() {
  const event = await makeByCall(admin, { ...DAYS, cost: 90_000 })
  const { uuid, clientSecret } = await guest.hold(event.id)
  await guest.pay(clientSecret)
  await app.runJobs()
  return { id: event.id, uuid }
}

async function bills(uuid: string) {
  const { invoices: all } = await guest.look(uuid)
  return all.map(({ amount, paid, due }) => ({ amount, paid, due }))
}

test('moves the due day of an unpaid remainder with the event, and leaves paid invoices unchanged (R10.12)', async () => {
  const { id, uuid } = await signedUp()
  const deposit = { amount: 45_000, paid: true, due: '2027-05-06' }
  expect(await bills(uuid)).toEqual([deposit, { amount: 45_000, paid: false, due: '2027-07-07' }])
  await update(admin, { id, ...LATER })
  expect(await bills(uuid)).toEqual([deposit, { amount: 45_000, paid: false, due: '2027-08-11' }])
})

test('makes a remainder due today if its event moves to within 30 days, and undoes that if the event moves back', async () => {
  const { id, uuid } = await signedUp()
  const agreed = await bills(uuid)
  const [deposit] = agreed
  await pass({ days: 1 })
  await update(admin, { id, ...SOONER })
  const atOnce = [deposit, { amount: 45_000, paid: false, due: '2027-05-07' }]
  expect(await bills(uuid)).toEqual(atOnce)
  await app.runJobs()
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'invoice-remind'])
  // Moving the event even closer must not make the overdue remainder due any earlier.
  await pass({ days: 2 })
  await update(admin, { id, startDateDate: '2027-05-19' })
  expect(await bills(uuid)).toEqual(atOnce)
  await update(admin, { id, ...DAYS })
  expect(await bills(uuid)).toEqual(agreed)
  app.clock.set(NOON)
})

test("changes no invoice when only the event's price or last day changes (R10.12)", async () => {
  const { id, uuid } = await signedUp()
  const agreed = await bills(uuid)
  await update(admin, { id, cost: 120_000, endDateDate: '2027-08-12' })
  expect(await bills(uuid)).toEqual(agreed)
})

test("keeps an invoice's due day when the event moves, if an admin has set that due day", async () => {
  const { id, uuid } = await signedUp()
  const { db } = app.services
  await db.update(invoices).set({ due: '2027-08-01' }).where(eq(invoices.due, '2027-07-07'))
  const agreed = await bills(uuid)
  expect(agreed).toContainEqual({ amount: 45_000, paid: false, due: '2027-08-01' })
  await update(admin, { id, ...LATER })
  expect(await bills(uuid)).toEqual(agreed)
})

test('changes no due days of guests of other events when an event moves', async () => {
  const { id } = await signedUp()
  const other = await signedUp()
  const agreed = await bills(other.uuid)
  await update(admin, { id, ...LATER })
  expect(await bills(other.uuid)).toEqual(agreed)
})

const told = async (id: number) => {
  const mails = (await (await app.request('/dev/mail.json')).json()) as MailSummary[]
  return mails.filter(({ subject, to }) => subject.startsWith('New dates: ') && to.includes(`-${id}@`))
}
/** Creates an event with two confirmed guests and one hold. */
async function threeGuests() {
  const event = await makeByCall(admin, {
    ...DAYS,
    cost: 0,
    startDate: 'Fri, Aug 6',
    endDate: 'Sun, Aug 8',
  })
  for (const name of ['ada', 'bo']) {
    const order = { eventId: event.id, amount: 0, email: `${name}-${event.id}@example.test` }
    expect((await guest.order(order)).ok).toBe(true)
  }
  await takeSpots(app.services, event.id, { spots: 1, status: 'pending' })
  await app.runJobs()
  return event.id
}

describe("e-mails about an event's new dates", () => {
  test('go once to each confirmed guest, with a calendar file, if the admin asks for them', async () => {
    const id = await threeGuests()
    const words = { startDate: 'Fri, Sep 10, from 3 PM', endDate: 'Sun, Sep 12' }
    expect(await update(admin, { id, ...LATER, ...words, tellGuests: true })).toMatchObject({ ok: true })
    await app.runJobs()
    const mails = await told(id)
    const to = mails.map((mail) => mail.to).toSorted()
    expect(to).toEqual([`ada-${id}@example.test`, `bo-${id}@example.test`])
    expect(mails[0]?.text).toContain('Arrive: Fri, Sep 10, from 3 PM')
    expect(mails[0]?.attachments).toHaveLength(1)
    // This edit does not change the dates, so the site must send no e-mail.
    await update(admin, { id, ...LATER, spots: 12, tellGuests: true })
    await app.runJobs()
    expect(await told(id)).toHaveLength(2)
    await update(admin, { id, endDateDate: '2027-09-13', tellGuests: true })
    await app.runJobs()
    expect(await told(id)).toHaveLength(4)
  })

  test('are not sent if the admin does not ask for them, or if the event was canceled in the meantime', async () => {
    const id = await threeGuests()
    await update(admin, { id, ...LATER })
    await app.runJobs()
    await update(admin, { id, ...SOONER, tellGuests: true })
    const { db } = app.services
    await db.update(events).set({ cancelledAt: app.clock.now() }).where(eq(events.id, id))
    await app.runJobs()
    expect(await told(id)).toEqual([])
  })
})

test('e-mails the dates of both events to a guest who moved, and records how many guests got each e-mail (R9.2)', async () => {
  const { db } = app.services
  const [from, to] = [await threeGuests(), await threeGuests()]
  const toldOf = async (id: number) => {
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.eventId, id))
    const updates = entries.filter(({ action }) => action === 'event.updated')
    return updates.map((entry) => openDetails(app.services.sealer, entry)?.['told'])
  }
  await update(admin, { id: from, ...LATER, tellGuests: true })
  await app.runJobs()
  const [ada] = await db
    .select()
    .from(reservations)
    .where(eq(reservations.eventId, from))
    .orderBy(reservations.id)
  const { id, version } = ada ?? { id: 0, version: 0 }
  const moved = { id, version, eventId: to, sendEmail: false }
  expect(await admin.call(moveReservation, { body: moved })).toMatchObject({ ok: true })
  // The two events have the same version. Only the event's id in the dedupe key makes the two e-mails different.
  await update(admin, { id: to, ...LATER, tellGuests: true })
  await app.runJobs()
  expect(await told(from)).toHaveLength(3)
  expect(await told(to)).toHaveLength(2)
  expect([await toldOf(from), await toldOf(to)]).toEqual([[2], [3]])
})

test("refuses a sign-up at the old price with `amount_mismatch` after an event's price changed", async () => {
  const { id } = await makeByCall(admin, { ...DAYS, cost: 90_000 })
  const { paymentIntent } = await guest.open(id)
  await update(admin, { id, cost: 100_000 })
  expect(await guest.order({ eventId: id, amount: 45_000, paymentIntent })).toMatchObject({
    status: 422,
    code: 'amount_mismatch',
  })
})
