import { asc, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { cardCharges, savedCards } from '#platform/database/schema/payments.ts'
import { events } from '#platform/database/schema/events.ts'
import { addDays, ranchInstant } from '#shared/days.ts'
import { eachField, REQUIRED_DETAILS } from '#shared/guest-details.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { rowsOf } from '#test/support/desk/today-rows.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getMailPlan, remindLatePayers, remindOfDetails } from './contract.ts'
import { readCause } from './rules.ts'

const START = '2027-07-01'
const DUE = '2027-06-01'
const MADE = ranchInstant('2027-01-04', 12)

let admin: TestBrowser
let eventId: number
const app = await openTestApp({ now: MADE })
const rows = rowsOf(app)
beforeEach(async () => {
  eventId = (await makeEvent(app.services.db, { startDateDate: START })).id
})

async function guest(due: string | null) {
  const id = await rows.guest(eventId, { createdAt: MADE })
  if (due === null) return { id, invoiceId: 0 }
  const invoiceId = await rows.invoice(id, 45_000, due)
  await app.services.db.update(invoices).set({ createdAt: MADE }).where(eq(invoices.id, invoiceId))
  return { id, invoiceId }
}

async function plan() {
  admin = await app.signIn({ admin: true })
  const found = await admin.call(getMailPlan, { query: { id: eventId } })
  if (!found.ok) throw new Error(found.message)
  return found.data
}

/**
 * Returns the plan as lines of `day type: wanted sent queued failed`. A line ends with "over" if nobody can get the
 * e-mail anymore.
 */
async function lines(): Promise<string[]> {
  return (await plan()).mails.map(({ day, type, wanted, sent, queued, failed, over }) =>
    [`${day} ${type}: ${wanted} ${sent} ${queued} ${failed}`, ...(over ? ['over'] : [])].join(' '),
  )
}

test('plans when and why each automatic e-mail of an event is sent, to how many guests, and which one is next', async () => {
  await guest(DUE)
  await guest(DUE)
  await guest(null)
  const { hours, next, mails } = await plan()
  expect(hours).toEqual({ from: 8, until: 21 })
  expect(next).toBe(ranchInstant('2027-05-25', 8).toISOString())
  expect(mails.map(({ day, type, why, wanted }) => [day, type, why, wanted])).toEqual([
    ['2027-05-25', 'invoice-remind', '7 days before it is due', 2],
    ['2027-05-29', 'invoice-remind', '3 days before it is due', 2],
    ['2027-06-01', 'invoice-remind', 'on the day it is due', 2],
    ['2027-06-04', 'invoice-remind', '3 days after it was due', 2],
    ['2027-06-17', 'info-remind', '14 days before the start, while details are missing', 3],
    ['2027-06-24', 'welcome-info', '7 days before the start', 3],
  ])
})

test('counts no guest without an e-mail address in the plan, but names these guests (R10.16)', async () => {
  await guest(null)
  const { id } = await guest(null)
  const noAddress = { email: null, emailHash: null }
  await app.services.db.update(reservations).set(noAddress).where(eq(reservations.id, id))
  const { mails, toCall } = await plan()
  expect(mails.map(({ type, wanted }) => [type, wanted])).toEqual([
    ['info-remind', 1],
    ['welcome-info', 1],
  ])
  expect(toCall).toHaveLength(1)
})

test('counts sent, queued and failed e-mails in the plan of an event, and marks past e-mails as over', async () => {
  const [one, other] = [await guest(DUE), await guest(DUE)]
  await guest(DUE)
  app.clock.set(ranchInstant(addDays(DUE, -7), 9))
  await app.jobs.run('enqueue-reminders')
  const { db } = app.services
  const set = (id: number, to: Partial<typeof emails.$inferInsert>) =>
    db.update(emails).set(to).where(eq(emails.reservationId, id))
  await set(one.id, { status: 'sent', sentAt: app.clock.now() })
  await set(other.id, { status: 'failed' })
  expect((await lines())[0]).toBe('2027-05-25 invoice-remind: 0 1 1 1')
  expect((await plan()).next).toBe(app.clock.now().toISOString())

  // The guest has paid, so the plan has no more e-mails to this guest. E-mails that were sent must still count.
  await rows.payment(one.id, { amount: 45_000, at: MADE.toISOString(), invoiceId: one.invoiceId })
  app.clock.set(ranchInstant(addDays(DUE, -3), 7))
  expect((await lines()).slice(0, 2)).toEqual([
    '2027-05-25 invoice-remind: 0 1 1 1 over',
    '2027-05-29 invoice-remind: 2 0 0 0',
  ])
})

test("in the plan, counts an admin's e-mail as the automatic one due then, and a guest with two invoices once", async () => {
  const { id, invoiceId } = await guest(DUE)
  await rows.invoice(id, 1_000, DUE)
  await app.services.db.update(invoices).set({ createdAt: MADE }).where(eq(invoices.reservationId, id))
  expect((await lines())[0]).toBe('2027-05-25 invoice-remind: 1 0 0 0')
  const sentAt = ranchInstant('2027-05-26', 12)
  const byHand = { emailType: 'invoice-remind', status: 'sent', createdAt: sentAt, sentAt } as const
  await rows.mail({ ...byHand, reservationId: id, invoiceId })
  app.clock.set(ranchInstant('2027-05-26', 13))
  expect((await lines()).slice(0, 2)).toEqual([
    '2027-05-25 invoice-remind: 1 1 0 0',
    '2027-05-29 invoice-remind: 1 0 0 0',
  ])
})

test("in the plan, counts an admin's e-mail on only one day, and does not count purged guests", async () => {
  const { id, invoiceId } = await guest(DUE)
  await rows.purge((await guest(DUE)).id)
  const sentAt = ranchInstant('2027-05-30', 12)
  const byHand = { emailType: 'invoice-remind', status: 'sent', createdAt: sentAt, sentAt } as const
  await rows.mail({ ...byHand, reservationId: id, invoiceId })
  app.clock.set(ranchInstant('2027-05-30', 13))
  expect((await lines()).slice(0, 2)).toEqual([
    '2027-05-29 invoice-remind: 0 1 0 0',
    '2027-06-01 invoice-remind: 1 0 0 0',
  ])
})

test('plans nothing for a canceled event, but still lists the e-mails that were sent', async () => {
  const { id } = await guest(DUE)
  await rows.mail({ reservationId: id, dedupeKey: `auto:welcome-info:${id}:${START}:-7`, status: 'queued' })
  await app.services.db.update(events).set({ cancelledAt: MADE }).where(eq(events.id, eventId))
  expect(await lines()).toEqual(['2027-06-24 welcome-info: 0 0 1 0'])
  expect(readCause(`auto:welcome-info:${id}:${START}:-7`)).not.toBeNull()
})

test('returns 404 for the plan of an unknown event', async () => {
  admin = await app.signIn({ admin: true })
  const found = await admin.call(getMailPlan, { query: { id: 999_999 } })
  expect(found).toMatchObject({ ok: false, code: 'not_found', message: 'Event Not Found' })
})

const remind = async (guests: { id: number }[]) => {
  const answer = await admin.call(remindLatePayers, {
    body: { reservationIds: guests.map(({ id }) => id) },
  })
  if (!answer.ok) throw new Error(answer.code)
  const { reminded, skipped } = answer.data
  return { reminded, skipped }
}
const remindersTo = (guests: { id: number }[]) =>
  app.services.db
    .select({ id: emails.id, type: emails.emailType, of: emails.reservationId, about: emails.invoiceId })
    .from(emails)
    .where(
      inArray(
        emails.reservationId,
        guests.map(({ id }) => id),
      ),
    )
    .orderBy(asc(emails.reservationId))

describe("an admin's reminder to guests who are late with a payment", () => {
  const NOON = ranchInstant('2027-06-20', 12)
  const payers = async (...dues: (string | null)[]) => {
    app.clock.set(NOON)
    admin = await app.signIn({ admin: true })
    return Promise.all(dues.map(guest))
  }
  test('is e-mailed to each guest once, about the oldest overdue invoice, and is recorded with the admin in the audit', async () => {
    const late = await payers(DUE, '2027-06-10')
    const [twice] = late as [{ id: number; invoiceId: number }]
    const older = await rows.invoice(twice.id, 9_000, '2027-05-01')
    expect(await remind([...late].toReversed())).toEqual({ reminded: late.map(({ id }) => id), skipped: [] })
    const mails = await remindersTo(late)
    expect(mails.map(({ type, about }) => [type, about])).toEqual([
      ['invoice-remind', older],
      ['invoice-remind', late[1]?.invoiceId],
    ])
    const noted = await app.services.db
      .select()
      .from(auditEntries)
      .where(
        inArray(
          auditEntries.entityId,
          mails.map(({ id }) => id),
        ),
      )
    const requested = noted.filter(({ action }) => action === 'mail.requested')
    expect(requested.map(({ actor, reservationId }) => [actor, reservationId])).toEqual(
      late.map(({ id }) => [expect.stringMatching(/^admin:/), id]),
    )
  })

  test('is not sent to guests who owe nothing, do not come or were already reminded today, and the reply says why', async () => {
    const [late, paid, early, gone, free] = (await payers(DUE, DUE, '2027-06-20', DUE, null)) as [
      { id: number; invoiceId: number },
      { id: number; invoiceId: number },
      { id: number },
      { id: number },
      { id: number },
    ]
    const { id: reservationId, invoiceId } = paid
    await rows.payment(reservationId, { amount: 45_000, at: NOON.toISOString(), invoiceId })
    await app.services.db
      .update(reservations)
      .set({ status: 'cancelled' })
      .where(eq(reservations.id, gone.id))
    const all = [late, paid, early, gone, free]
    const nothing = 'Nothing is overdue anymore.'
    const standing = [
      { reservationId: paid.id, why: nothing },
      { reservationId: early.id, why: nothing },
      { reservationId: gone.id, why: 'The reservation is no longer confirmed.' },
      { reservationId: free.id, why: nothing },
    ].toSorted((one, other) => one.reservationId - other.reservationId)
    expect(await remind(all)).toEqual({ reminded: [late.id], skipped: standing })
    expect((await remind([late])).skipped).toEqual([
      { reservationId: late.id, why: 'Already reminded today.' },
    ])
    expect(await remindersTo(all)).toHaveLength(1)
    app.clock.set(ranchInstant('2027-06-21', 9))
    await app.services.db
      .update(emails)
      .set({ status: 'sent', sentAt: NOON })
      .where(eq(emails.reservationId, late.id))
    admin = await app.signIn({ admin: true })
    expect((await remind([late])).reminded).toEqual([late.id])
  })

  test('is not sent to guests whose saved card will be charged or may have been charged, and the reply says why', async () => {
    const [keeps, tried] = (await payers(DUE, DUE)) as [
      { id: number; invoiceId: number },
      { id: number; invoiceId: number },
    ]
    const { db } = app.services
    const both = [keeps, tried].map(({ id }) => id)
    await db.update(invoices).set({ purpose: 'remainder' }).where(inArray(invoices.reservationId, both))
    const consent = { consentVersion: '2026-11', consentAt: MADE }
    await db
      .insert(savedCards)
      .values({ reservationId: keeps.id, ...consent, customer: 'cus_1', paymentMethod: 'pm_1' })
    const charge = { amount: 45_000, chargeOn: DUE, plannedAt: MADE, startedAt: NOON, attempt: 1 }
    await db.insert(cardCharges).values({
      ...charge,
      reservationId: tried.id,
      invoiceId: tried.invoiceId,
      status: 'stopped',
    })
    expect(await remind([keeps, tried])).toEqual({
      reminded: [],
      skipped: [
        { reservationId: keeps.id, why: 'Their saved card will be charged.' },
        {
          reservationId: tried.id,
          why: 'Their saved card may have been charged. Please look at the reservation first.',
        },
      ].toSorted((one, other) => one.reservationId - other.reservationId),
    })
    // The saved card pays only the remainder. So the admin can still remind the guest of this other overdue invoice.
    const other = await rows.invoice(keeps.id, 9_000, '2027-06-10')
    expect((await remind([keeps])).reminded).toEqual([keeps.id])
    expect(await remindersTo([keeps])).toMatchObject([{ about: other }])
  })

  test("is sent to the other guests if one guest's address cannot be used, and the reply names that guest", async () => {
    const good = await payers(DUE)
    const unusable = { customerName: 'Bo', email: 'no address', status: 'confirmed' } as const
    const bad = await makeReservation(app.services, eventId, unusable)
    await rows.invoice(bad.id, 45_000, DUE)
    expect(await remind([bad, ...good])).toEqual({
      reminded: good.map(({ id }) => id),
      skipped: [{ reservationId: bad.id, why: 'Nothing was sent: the address cannot be used.' }],
    })
  })

  test('is sent once per guest when two admins press the button at the same time', async () => {
    const late = await payers(DUE, DUE)
    await Promise.all([remind(late), remind(late.toReversed())])
    expect(await remindersTo(late)).toHaveLength(2)
  })

  test('is enqueued for all guests or for none', async () => {
    const late = await payers(DUE, DUE)
    const { db } = app.services
    const refused = sql.raw(String(late[1]?.id))
    await db.execute(
      sql`alter table emails add constraint refused check (reservation_id <> ${refused}) not valid`,
    )
    await expect(remind(late)).rejects.toThrow()
    await db.execute(sql`alter table emails drop constraint refused`)
    expect(await remindersTo(late)).toEqual([])
  })
})

const ask = async (...ids: number[]) => {
  const answer = await admin.call(remindOfDetails, { body: { reservationIds: ids } })
  if (!answer.ok) throw new Error(answer.code)
  const { reminded, skipped } = answer.data
  return { reminded, skipped }
}
const set = (id: number, changes: Partial<typeof reservations.$inferInsert>) =>
  app.services.db.update(reservations).set(changes).where(eq(reservations.id, id))

describe("an admin's reminder of missing details", () => {
  beforeEach(async () => {
    app.clock.set(ranchInstant('2027-06-20', 12))
    admin = await app.signIn({ admin: true })
  })

  test('is e-mailed to each guest once a day, even if two admins press the button at the same time', async () => {
    const guests = [await guest(null), await guest(null)]
    const ids = guests.map(({ id }) => id)
    await Promise.all([ask(...ids), ask(...ids.toReversed())])
    expect((await remindersTo(guests)).map(({ type, of }) => [type, of])).toEqual(
      ids.map((id) => ['info-remind', id]),
    )
    expect(await ask(...ids)).toEqual({
      reminded: [],
      skipped: ids.map((reservationId) => ({ reservationId, why: 'Already reminded today.' })),
    })
    app.clock.set(ranchInstant('2027-06-21', 12))
    admin = await app.signIn({ admin: true })
    await app.services.db
      .update(emails)
      .set({ status: 'sent', sentAt: ranchInstant('2027-06-20', 12) })
      .where(inArray(emails.reservationId, ids))
    expect((await ask(...ids)).reminded).toEqual(ids)
  })

  test('is not sent to guests who gave their details, do not come or have no address, and the reply says why', async () => {
    const [missing, given, gone, unreachable] = [
      await guest(null),
      await guest(null),
      await guest(null),
      await guest(null),
    ].map(({ id }) => id) as [number, number, number, number]
    const details = eachField(REQUIRED_DETAILS, () => sql`customer_name`)
    const consent = { safetyConsent: true, consentTermsHash: 'terms', consentAt: MADE }
    await app.services.db
      .update(reservations)
      .set({ ...details, ...consent })
      .where(eq(reservations.id, given))
    await set(gone, { status: 'cancelled' })
    await set(unreachable, { email: null, emailHash: null })
    const nobody = 'The reservation is no longer confirmed, or has no email address.'
    expect(await ask(missing, given, gone, unreachable)).toEqual({
      reminded: [missing],
      skipped: [
        { reservationId: given, why: 'No details are missing anymore.' },
        { reservationId: gone, why: nobody },
        { reservationId: unreachable, why: nobody },
      ],
    })
  })
})
