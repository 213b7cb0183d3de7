/** Tests the reminder job on the whole site, with job queue and mail server. The tests set the clock. */
import { randomUUID } from 'node:crypto'
import { asc, eq, inArray, like, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { cardCharges, savedCards, payments } from '#platform/database/schema/payments.ts'
import { events } from '#platform/database/schema/events.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { sealRecord } from '#platform/sealing.ts'
import { addDays, ranchInstant } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { enqueueEmail, enqueueEmailAgain } from '#platform/email-queue.ts'
import { type Rows, rowsOf } from '#test/support/desk/today-rows.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { REMINDER_TYPES } from './rules.ts'

const START = '2027-07-01'
const DUE = '2027-06-01'
/** The tests create reservations and invoices at this time, long before any reminder is due. */
const MADE = new Date('2027-01-04T18:00:00Z')

const app = await openTestApp()
const rows = rowsOf(app)
beforeEach(async () => {
  app.clock.set(MADE)
  // Cancels the events of earlier tests. Otherwise this test would also remind their guests.
  await app.services.db.update(events).set({ cancelledAt: MADE })
  await app.services.db.delete(outbox)
})

const at = (day: string, hour: number) => app.clock.set(ranchInstant(day, hour))
const round = () => app.jobs.run('enqueue-reminders')

/** Runs the reminder job on the first day of each type of reminder. */
async function allRounds() {
  for (const day of [addDays(DUE, -7), addDays(START, -14), addDays(START, -7)]) {
    at(day, 9)
    await round()
  }
}

/**
 * Returns the dedupe key and status of each e-mail of the reservation. Omits ids, because they differ in each run of
 * the test.
 */
async function mailsOf(reservationId: number): Promise<string[]> {
  const found = await app.services.db
    .select({ key: emails.dedupeKey, status: emails.status })
    .from(emails)
    .where(eq(emails.reservationId, reservationId))
    .orderBy(asc(emails.id))
  return found.map(({ key, status }) => {
    const cause = key.replace(/:released:\d+$/, '').replace(/(:-?\d+):\d+$/, '$1')
    return `${cause.split(':').toSpliced(2, 1).join(':')} ${status}`
  })
}

const TOLD = {
  phone: '505-555-0101',
  address: '12 Mesa Road',
  emergencyContactName: 'Luz',
  emergencyContactPhone: '505-555-0102',
  foodAllergies: 'None',
  medicalConditions: 'None',
}

/** Creates a guest with an unpaid remainder. By default, the guest's details are complete. */
async function addGuest(changes: Parameters<Rows['guest']>[1] & { details?: boolean; start?: string } = {}) {
  const { details = true, start = START, ...columns } = changes
  const { db, sealer } = app.services
  const event = await makeEvent(db, { startDateDate: start, createdAt: MADE })
  const id = await rows.guest(event.id, { createdAt: MADE, ...columns })
  if (details) {
    const [{ uuid = '' } = {}] = await db.select().from(reservations).where(eq(reservations.id, id))
    const told = sealRecord(sealer, { table: 'reservations', row: uuid }, TOLD)
    const consent = { safetyConsent: true, consentTermsHash: 'f'.repeat(64), consentAt: MADE }
    await db
      .update(reservations)
      .set({ ...told, ...consent })
      .where(eq(reservations.id, id))
  }
  const invoiceId = await rows.invoice(id, 45_000, DUE)
  await db.update(invoices).set({ createdAt: MADE }).where(eq(invoices.id, invoiceId))
  return { id, invoiceId, eventId: event.id }
}

describe('the reminder job', () => {
  test('enqueues due reminders once, even if several runs overlap, and enqueues none at night', async () => {
    const { id } = await addGuest()
    at(addDays(DUE, -7), 7)
    await round()
    expect(await mailsOf(id)).toEqual([])
    at(addDays(DUE, -7), 8)
    await Promise.all([round(), round(), round(), round()])
    at(addDays(DUE, -5), 12)
    await round()
    expect(await mailsOf(id)).toEqual(['auto:invoice-remind:2027-06-01:-7 queued'])
  })

  test('sends payment reminders, the reminder of details and the welcome, each on its day', async () => {
    const { id } = await addGuest({ details: false })
    for (let day = addDays(DUE, -10); day <= addDays(START, 3); day = addDays(day, 1)) {
      at(day, 12)
      await round()
      await app.services.db
        .update(emails)
        .set({ status: 'sent', sentAt: app.clock.now() })
        .where(eq(emails.reservationId, id))
    }
    expect(await mailsOf(id)).toEqual([
      'auto:invoice-remind:2027-06-01:-7 sent',
      'auto:invoice-remind:2027-06-01:-3 sent',
      'auto:invoice-remind:2027-06-01:0 sent',
      'auto:invoice-remind:2027-06-01:3 sent',
      'auto:info-remind:2027-07-01:-14 sent',
      'auto:welcome-info:2027-07-01:-7 sent',
    ])
  })

  test('asks the payer for the details of companions without an e-mail address, and asks nobody else (R39.4)', async () => {
    const event = await makeEvent(app.services.db, { startDateDate: START, createdAt: MADE })
    const party = { names: ['Ada Lovelace', 'Bea Byron', 'Cid Cole'], withoutEmail: ['Bea Byron'] }
    const { members } = await makeParty(app, event.id, party)
    const [ada = 0, bea = 0, cid = 0] = members.map(({ id }) => id)
    const { db, sealer } = app.services
    for (const { id, uuid } of members.filter((one) => one.id !== bea)) {
      const told = sealRecord(sealer, { table: 'reservations', row: uuid }, TOLD)
      const consent = { safetyConsent: true, consentTermsHash: 'f'.repeat(64), consentAt: MADE }
      await db
        .update(reservations)
        .set({ ...told, ...consent })
        .where(eq(reservations.id, id))
    }
    at(addDays(START, -14), 9)
    await round()
    const asked = 'auto:info-remind:2027-07-01:-14 queued'
    expect([await mailsOf(ada), await mailsOf(bea), await mailsOf(cid)]).toEqual([[asked], [], []])
  })

  test.each([
    ['a held spot', { status: 'pending' }],
    ['a canceled reservation', { status: 'cancelled' }],
    ['an expired reservation', { status: 'expired' }],
    ['a reservation paid too late', { status: 'refunded' }],
  ] as const)('sends nothing for %s', async (_, { status }) => {
    const holdExpiresAt = status === 'pending' ? MADE : null
    const { id } = await addGuest({ status, holdExpiresAt, details: false })
    await allRounds()
    expect(await mailsOf(id)).toEqual([])
  })

  test('sends nothing to purged guests, for canceled events or about paid invoices', async () => {
    const purged = await addGuest({ details: false })
    await rows.purge(purged.id)
    const cancelled = await addGuest({ details: false })
    await app.services.db.update(events).set({ cancelledAt: MADE }).where(eq(events.id, cancelled.eventId))
    const paid = await addGuest({ start: '2027-12-01' })
    await rows.payment(paid.id, { amount: 45_000, at: MADE.toISOString(), invoiceId: paid.invoiceId })
    await allRounds()
    for (const { id } of [purged, cancelled, paid]) expect(await mailsOf(id)).toEqual([])
  })

  test('reads any number of guests in batches, with a few SQL statements per batch', async () => {
    const { db } = app.services
    const { id, eventId } = await addGuest()
    const statements = async () => {
      const asked = vi.spyOn(db._.session, 'prepareQuery')
      await round()
      const { length } = asked.mock.calls
      asked.mockRestore()
      return length
    }
    at(addDays(START, -7), 8)
    await round()
    const few = await statements()
    await db.execute(sql`insert into reservations (uuid, attendee_token, event_id, status, customer_name, email, email_hash,
        total_due, created_at)
      select gen_random_uuid(), gen_random_uuid(), event_id, status, customer_name, email, email_hash, total_due, created_at
      from reservations, generate_series(1, 250) where id = ${id}`)
    await round()
    const guests = db
      .select({ id: reservations.id })
      .from(reservations)
      .where(eq(reservations.eventId, eventId))
    expect(await db.$count(emails, inArray(emails.reservationId, guests))).toBe(251)
    expect(await statements()).toBeLessThanOrEqual(few * 2)
  })
})

describe('a guest whom an admin moves to another event with the same first day', () => {
  test('gets one welcome for each event (R9.10)', async () => {
    const { db } = app.services
    const { id, eventId } = await addGuest()
    const other = await makeEvent(db, { startDateDate: START, createdAt: MADE })
    for (const [day, to] of [
      [-7, eventId],
      [-6, other.id],
      [-5, eventId],
      [-4, other.id],
    ] as const) {
      await db.update(reservations).set({ eventId: to }).where(eq(reservations.id, id))
      for (const hour of [8, 9]) {
        at(addDays(START, day), hour)
        await round()
        await app.jobs.runDue()
      }
    }
    const welcome = 'auto:welcome-info:2027-07-01:-7 sent'
    expect(await mailsOf(id)).toEqual([welcome, welcome])
  })

  test('is asked for missing details in e-mails about the new event', async () => {
    const { db } = app.services
    const { id } = await addGuest({ details: false })
    const other = await makeEvent(db, { startDateDate: START, createdAt: MADE })
    at(addDays(START, -14), 8)
    await round()
    await app.jobs.runDue()
    await db.update(reservations).set({ eventId: other.id }).where(eq(reservations.id, id))
    at(addDays(START, -13), 8)
    await round()
    await app.jobs.runDue()
    const asked = 'auto:info-remind:2027-07-01:-14 sent'
    expect(await mailsOf(id)).toEqual([asked, asked])
  })
})

/** Runs the reminder job twice on each of these days, and sends the e-mails. Returns the guest's e-mails. */
async function roundsOn(id: number, days: string[]) {
  for (const day of days)
    for (const hour of [9, 10]) {
      at(day, hour)
      await round()
      await app.jobs.runDue()
    }
  return mailsOf(id)
}

describe('an invoice whose due day changes (R9.10)', () => {
  test('is followed by reminders for the new due day, each sent once', async () => {
    const { id, invoiceId } = await addGuest()
    expect(await roundsOn(id, [addDays(DUE, -7), addDays(DUE, -3)])).toHaveLength(2)
    const admin = await signInAdmin(app)
    const later = addDays(DUE, 14)
    expect(await admin.rebill({ id: invoiceId, due: later })).toMatchObject({ ok: true })
    expect(await roundsOn(id, [addDays(later, -7), addDays(later, -3)])).toEqual([
      'auto:invoice-remind:2027-06-01:-7 sent',
      'auto:invoice-remind:2027-06-01:-3 sent',
      'auto:invoice-remind:2027-06-15:-7 sent',
      'auto:invoice-remind:2027-06-15:-3 sent',
    ])
  })

  test('is followed by one reminder per due day, even if the due day is changed and changed back', async () => {
    const { id, invoiceId } = await addGuest()
    for (const due of [DUE, addDays(DUE, 1), DUE]) {
      // The admin's session expired during the days that the test skipped, so the admin signs in again.
      const admin = await signInAdmin(app)
      expect(await admin.rebill({ id: invoiceId, due })).toMatchObject({ ok: true })
      await roundsOn(id, [addDays(DUE, -6), addDays(DUE, -5)])
    }
    expect(await mailsOf(id)).toEqual([
      'auto:invoice-remind:2027-06-01:-7 sent',
      'auto:invoice-remind:2027-06-02:-7 sent',
    ])
  })
})

test('sends the reminders of a new invoice on their days after an admin deleted the invoice that it replaces (R9.10)', async () => {
  const { id, invoiceId } = await addGuest()
  at(addDays(DUE, -7), 9)
  await round()
  await app.jobs.runDue()
  const admin = await signInAdmin(app)
  expect(await admin.unbill(invoiceId)).toMatchObject({ ok: true })
  expect(await admin.bill({ reservationId: id, amount: 45_000, due: DUE })).toMatchObject({ ok: true })
  for (const day of [-7, -5, -3, -2]) {
    at(addDays(DUE, day), 10)
    await round()
    await app.jobs.runDue()
  }
  expect(await mailsOf(id)).toEqual([
    'auto:invoice-remind:2027-06-01:-7 sent',
    'auto:invoice-remind:2027-06-01:-3 sent',
  ])
})

describe('a queued reminder', () => {
  test('waits from 21:00 until 8:00, unless an admin sent it', async () => {
    const { id, eventId } = await addGuest()
    const other = await rows.guest(eventId, { createdAt: MADE })
    app.clock.set(new Date(ranchInstant(addDays(START, -7), 21).getTime() - 1_000))
    await round()
    for (const hour of [21, 23, 27, 31]) {
      app.clock.set(new Date(ranchInstant(addDays(START, -7)).getTime() + hour * 3_600_000))
      await app.jobs.runDue()
      expect(await mailsOf(id)).toEqual(['auto:welcome-info:2027-07-01:-7 queued'])
    }
    const { db } = app.services
    const cause = {
      type: 'welcome-info',
      reservationId: other,
      key: randomUUID(),
      now: app.clock.now(),
    } as const
    await db.update(emails).set({ status: 'failed' }).where(eq(emails.reservationId, other))
    await db.transaction(async (tx) => {
      await enqueueEmail(tx, cause)
      const [failed] = await tx
        .select()
        .from(emails)
        .where(like(emails.dedupeKey, `auto:welcome-info:${other}:%`))
      await enqueueEmailAgain(tx, failed?.id ?? 0, app.clock.now())
    })
    await app.jobs.runDue()
    const sentNow = (await mailsOf(other)).map((mail) => mail.split(' ').at(-1))
    expect(sentNow).toEqual(['sent', 'sent'])
    at(addDays(START, -6), 8)
    await app.jobs.runDue()
    expect(await mailsOf(id)).toEqual(['auto:welcome-info:2027-07-01:-7 sent'])
  })

  test.each([
    [
      'is paid',
      (invoiceId: number, id: number) =>
        rows.payment(id, { amount: 45_000, at: MADE.toISOString(), invoiceId }),
    ],
    [
      'is due on another day',
      (invoiceId: number) =>
        app.services.db.update(invoices).set({ due: '2027-06-20' }).where(eq(invoices.id, invoiceId)),
    ],
    [
      'belongs to a canceled reservation',
      (_: number, id: number) =>
        app.services.db.update(reservations).set({ status: 'cancelled' }).where(eq(reservations.id, id)),
    ],
    ['has reached its next reminder', () => at(addDays(DUE, -3), 8)],
  ])('is dropped once its invoice %s', async (_, change) => {
    const { id, invoiceId } = await addGuest()
    at(addDays(DUE, -7), 20)
    await round()
    await change(invoiceId, id)
    await app.jobs.runDue()
    expect(await mailsOf(id)).toEqual(['auto:invoice-remind:2027-06-01:-7 dropped'])
  })

  test('is sent once if it was dropped and there is a reason for it again (R9.10)', async () => {
    const { id, invoiceId } = await addGuest()
    at(addDays(DUE, -7), 20)
    await round()
    await rows.payment(id, { amount: 45_000, at: MADE.toISOString(), invoiceId })
    await app.jobs.runDue()
    await round()
    await app.services.db.delete(payments).where(eq(payments.invoiceId, invoiceId))
    for (let time = 0; time < 3; time += 1) {
      await round()
      await app.jobs.runDue()
    }
    const cause = 'auto:invoice-remind:2027-06-01:-7'
    expect(await mailsOf(id)).toEqual([`${cause} dropped`, `${cause} sent`])
  })

  test('does not exist for a guest without an e-mail address, because the site would drop it every time', async () => {
    const { id } = await addGuest()
    await app.services.db
      .update(reservations)
      .set({ email: null, emailHash: null })
      .where(eq(reservations.id, id))
    await allRounds()
    expect(await mailsOf(id)).toEqual([])
  })
})

test('enqueues each type of reminder in at least one test above', async () => {
  const found = await app.services.db
    .select({ type: emails.emailType })
    .from(emails)
    .where(like(emails.dedupeKey, 'auto:%'))
  expect(new Set(found.map(({ type }) => type))).toEqual(new Set(REMINDER_TYPES))
})

const remindersOf = async (id: number) =>
  (await mailsOf(id)).filter((mail) => mail.startsWith('auto:invoice-remind'))

describe('an invoice that a saved card should have paid (R42.5, R42.9)', () => {
  const { db } = app.services
  /** Creates a guest whose saved card was deleted. */
  async function addForgotten() {
    const { id, invoiceId } = await addGuest()
    await db.update(invoices).set({ purpose: 'remainder' }).where(eq(invoices.id, invoiceId))
    const consent = { consentVersion: '2026-11', consentAt: MADE }
    await db.insert(savedCards).values({ reservationId: id, ...consent, endedAt: ranchInstant(DUE, 9) })
    return { id, invoiceId }
  }
  test('causes no payment reminder on the day of the e-mail about the declined card, but one three days later', async () => {
    const { id, invoiceId } = await addForgotten()
    at(DUE, 9)
    const order = { type: 'card-declined', reservationId: id, invoiceId, key: 'card-declined:1' } as const
    await db.transaction((tx) => enqueueEmail(tx, { ...order, now: app.services.now() }))
    await round()
    await app.jobs.runDue()
    await db
      .update(emails)
      .set({ status: 'sent', sentAt: app.services.now() })
      .where(eq(emails.reservationId, id))
    for (const day of [DUE, addDays(DUE, 1), addDays(DUE, 2)]) {
      at(day, 10)
      await round()
    }
    expect(await remindersOf(id)).toEqual([])
    at(addDays(DUE, 3), 9)
    await round()
    expect(await remindersOf(id)).toEqual([`auto:invoice-remind:${DUE}:3 queued`])
  })

  test('causes no payment reminder while nobody knows whether the card was charged, because an admin must check first', async () => {
    const { id, invoiceId } = await addForgotten()
    const tried = { amount: 45_000, chargeOn: DUE, plannedAt: MADE, startedAt: ranchInstant(DUE, 9) }
    await db
      .insert(cardCharges)
      .values({ reservationId: id, invoiceId, attempt: 1, status: 'stopped', ...tried })
    for (const day of [DUE, addDays(DUE, 3)]) {
      at(day, 10)
      await round()
    }
    expect(await remindersOf(id)).toEqual([])
  })
})
