import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrivals } from '#platform/database/schema/arrivals.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { sealRecord } from '#platform/sealing.ts'
import { auditOf } from '#test/support/audit.ts'
import { getHostSheet, makeHostLink } from '#domain/guests/hosts/contract.ts'
import { exportReservation } from '#domain/guests/privacy/contract.ts'
import { purgeReservation } from '#domain/guests/privacy/purge.ts'
import { getToday } from '#domain/desk/today/contract.ts'
import { type EventRow, makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import {
  getArrival,
  pressArrival,
  tellArrival,
  tickByAdmin,
  tickByHost,
  type ToldArrival,
} from './contract.ts'

/** Ten in the morning at the ranch, on the first day of the test's event. */
const MORNING = new Date('2027-07-01T16:00:00Z')

let event: EventRow
const app = await openTestApp({ now: MORNING })
const admin = await app.signIn({ admin: true })
const guest = app.browser()
beforeEach(async () => {
  event = await makeEvent(app.services.db, { host: 'Lee' })
})

const CONTACT = {
  phone: '505-555-0142',
  emergencyContactName: 'Sam Doe',
  emergencyContactPhone: '505-555-0143',
}

async function makeGuest(customerName = 'Robin Doe', ofEvent = event) {
  const { db, sealer } = app.services
  const made = await makeReservation(app.services, ofEvent.id, {
    customerName,
    email: `${randomUUID()}@example.test`,
    status: 'confirmed',
  })
  const sealed = sealRecord(sealer, { table: 'reservations', row: made.uuid }, CONTACT)
  await db.update(reservations).set(sealed).where(eq(reservations.id, made.id))
  return made
}

const AT_THREE = { day: '2027-07-01', time: '15:00', by: 'car' } as const
/** 4:29 PM at the ranch, one minute before the guest in these tests is overdue. */
const JUST_BEFORE = new Date('2027-07-01T22:29:00Z')
const OVERDUE = new Date('2027-07-01T22:30:00Z')

const tell = (uuid: string, told: ToldArrival | null) => guest.call(tellArrival, { body: { uuid, told } })
const press = (uuid: string, what: 'pavement' | 'here' | 'undo', at = app.clock.now()) =>
  guest.call(pressArrival, { body: { uuid, press: what, at: at.toISOString() } })
const mailsOf = ({ id }: { id: number }) =>
  app.services.db
    .select({ type: emails.emailType, key: emails.dedupeKey, status: emails.status })
    .from(emails)
    .where(and(eq(emails.reservationId, id), like(emails.emailType, 'arrival-%')))
    .orderBy(emails.id)
const watch = () => app.jobs.run('report-overdue-guests')
const overdueNow = async () => {
  const today = await admin.call(getToday)
  return today.ok ? today.data.overdue.filter(({ event: { name } }) => name === event.name) : today.code
}

describe('a guest who reports their arrival at the private link', () => {
  test('can give, change and remove the arrival time (R36.1)', async () => {
    const { uuid, id } = await makeGuest()
    expect(await guest.call(getArrival, { query: { uuid } })).toMatchObject({
      data: { told: null, overdueAt: null, canPress: true, event: { startDateDate: '2027-07-01' } },
    })
    expect(await tell(uuid, AT_THREE)).toMatchObject({
      data: { arrival: { told: AT_THREE, overdueAt: '2027-07-01T22:30:00.000Z' } },
    })
    const later = { day: '2027-07-02', time: '09:15', by: 'fetched' } as const
    expect(await tell(uuid, later)).toMatchObject({ data: { arrival: { told: later } } })
    expect(await tell(uuid, later)).toMatchObject({ ok: true })
    expect(await tell(uuid, null)).toMatchObject({ data: { arrival: { told: null, overdueAt: null } } })
    expect((await auditOf(app, 'reservation', id)).map(({ action }) => action)).toEqual([
      'arrival.told',
      'arrival.told',
      'arrival.told',
    ])
  })

  test('cannot give a day outside the event or a time in the past, and sees a message at the field', async () => {
    const { uuid } = await makeGuest()
    expect(await tell(uuid, { ...AT_THREE, day: '2027-07-06' })).toMatchObject({
      status: 400,
      fields: { day: 'Please choose a day of the event' },
    })
    expect(await tell(uuid, { ...AT_THREE, time: '09:59' })).toMatchObject({
      status: 400,
      fields: { time: 'That time has already passed' },
    })
    expect(await tell(randomUUID(), AT_THREE)).toMatchObject({ status: 404 })
  })

  test('is recorded as pressing each button once, at the time of the press, even if the request is late (R36.2)', async () => {
    const { uuid } = await makeGuest()
    app.clock.set(OVERDUE)
    const left = new Date('2027-07-01T20:00:00Z')
    for (let time = 0; time < 2; time += 1)
      expect(await press(uuid, 'pavement', left)).toMatchObject({
        data: { arrival: { leftPavementAt: left.toISOString(), overdueAt: '2027-07-01T22:15:00.000Z' } },
      })
    const here = new Date('2027-07-01T20:50:00Z')
    expect(await press(uuid, 'here', here)).toMatchObject({
      data: { arrival: { hereAt: here.toISOString(), hereBy: 'guest', overdueAt: null } },
    })
    expect(await press(uuid, 'pavement')).toMatchObject({
      data: { arrival: { leftPavementAt: left.toISOString() } },
    })
    expect(await tell(uuid, { ...AT_THREE, time: '18:00' })).toMatchObject({ code: 'here_already' })
    expect(await press(uuid, 'here', new Date('2027-07-03T00:00:00Z'))).toMatchObject({
      status: 409,
      code: 'absurd_time',
    })
  })

  test('cannot be marked as arrived 20 days early or after the event, and the refusal names the first or last day', async () => {
    const { uuid, id } = await makeGuest()
    app.clock.set(new Date('2027-06-11T18:00:00Z'))
    const early = {
      status: 409,
      code: 'not_begun',
      message:
        'The retreat starts on Thu, Jul 1, 2027. Arrivals can be recorded from that day on, so nothing was saved.',
    }
    const at = app.clock.now().toISOString()
    expect(await admin.call(tickByAdmin, { body: { reservationId: id, here: true, at } })).toMatchObject(
      early,
    )
    expect(await press(uuid, 'here')).toMatchObject(early)
    app.clock.set(new Date('2027-07-12T18:00:00Z'))
    expect(await press(uuid, 'here')).toMatchObject({
      code: 'over',
      message:
        'The retreat ended on Mon, Jul 5, 2027. Arrivals can no longer be recorded, so nothing was saved.',
    })
  })

  test('sees the pressed buttons when the page is opened again, even without an arrival time (R36.2)', async () => {
    const { uuid } = await makeGuest()
    const now = app.clock.now().toISOString()
    await press(uuid, 'pavement')
    expect(await guest.call(getArrival, { query: { uuid } })).toMatchObject({
      data: { told: null, leftPavementAt: now, hereAt: null },
    })
    await press(uuid, 'here')
    expect(await guest.call(getArrival, { query: { uuid } })).toMatchObject({
      data: { told: null, leftPavementAt: now, hereAt: now },
    })
  })

  test('can neither give an arrival time nor press a button if the stay or event is canceled', async () => {
    const { uuid, id } = await makeGuest()
    await app.services.db.update(events).set({ cancelledAt: MORNING }).where(eq(events.id, event.id))
    expect(await press(uuid, 'here')).toMatchObject({ code: 'not_expected' })
    await app.services.db.update(events).set({ cancelledAt: null }).where(eq(events.id, event.id))
    await app.services.db.update(reservations).set({ status: 'cancelled' }).where(eq(reservations.id, id))
    expect(await tell(uuid, AT_THREE)).toMatchObject({ code: 'not_expected' })
  })
})

describe('arrivals as the host and admins see them', () => {
  test('are sorted by time, and with a host link only the guests of that event can be marked as arrived (R36.4)', async () => {
    const late = await makeGuest('Ana Ortiz')
    await makeGuest('Pat Roe')
    const early = await makeGuest('Robin Doe')
    await tell(late.uuid, { ...AT_THREE, time: '18:00' })
    await tell(early.uuid, AT_THREE)
    const made = await admin.call(makeHostLink, { body: { eventId: event.id } })
    const token = (made.ok && made.data.hostLink.token) || ''
    const host = app.browser()
    const sheet = async () => {
      const found = await host.call(getHostSheet, { query: { token } })
      return found.ok ? found.data.contacts.map(({ name, arrival }) => [name, arrival.hereBy]) : found.code
    }
    expect(await sheet()).toEqual([
      ['Robin Doe', null],
      ['Ana Ortiz', null],
      ['Pat Roe', null],
    ])
    const tick = (reservationId: number, here: boolean) =>
      host.call(tickByHost, { body: { token, reservationId, here, at: app.clock.now().toISOString() } })
    expect(await tick(late.id, true)).toMatchObject({ data: { arrival: { hereBy: 'host' } } })
    expect(await sheet()).toContainEqual(['Ana Ortiz', 'host'])
    expect(await tick(late.id, false)).toMatchObject({ data: { arrival: { hereBy: null } } })
    const elsewhere = await makeGuest('Max Moe', await makeEvent(app.services.db, {}))
    expect(await tick(elsewhere.id, true)).toMatchObject({
      status: 404,
      message: 'This link no longer works',
    })
    const at = app.clock.now().toISOString()
    const byAdmin = await admin.call(tickByAdmin, { body: { reservationId: elsewhere.id, here: true, at } })
    expect(byAdmin).toMatchObject({ data: { arrival: { hereBy: 'admin' } } })
    expect(await auditOf(app, 'reservation', late.id)).toMatchObject([
      { action: 'arrival.told' },
      { action: 'arrival.pressed', actor: 'host' },
      { action: 'arrival.pressed', actor: 'host' },
    ])
  })
})

describe('the alarm about an overdue guest', () => {
  test('is e-mailed once to admin and host, and the Today page shows the guest until the guest arrives (R36.3)', async () => {
    await app.services.db.update(events).set({ hostEmail: 'lee@example.test' }).where(eq(events.id, event.id))
    const late = await makeGuest()
    const untold = await makeGuest('Pat Roe')
    await tell(late.uuid, AT_THREE)
    app.clock.set(JUST_BEFORE)
    await watch()
    expect(await mailsOf(late)).toEqual([])
    expect(await overdueNow()).toEqual([])
    app.clock.set(OVERDUE)
    for (let time = 0; time < 2; time += 1) await watch()
    expect((await mailsOf(late)).map(({ type }) => type)).toEqual(['arrival-overdue', 'arrival-overdue-host'])
    expect(await mailsOf(untold)).toEqual([])
    expect(await overdueNow()).toMatchObject([
      { guest: 'Robin Doe', phone: CONTACT.phone, from: 'told', expectedAt: '2027-07-01T21:00:00.000Z' },
    ])
    await app.jobs.runDue()
    const sent = ((await app.mailbox?.list()) ?? []).filter(({ subject }) =>
      subject.endsWith(`(reservation ${late.id})`),
    )
    expect(sent.map(({ to }) => to).toSorted()).toEqual([event.adminEmail, 'lee@example.test'])
    for (const { text } of sent)
      for (const words of ['Robin Doe', ...Object.values(CONTACT)]) expect(text).toContain(words)
    await press(late.uuid, 'here')
    expect(await overdueNow()).toEqual([])
  })

  test('is e-mailed once when two processes run the job at the same time', async () => {
    const late = await makeGuest()
    await tell(late.uuid, AT_THREE)
    app.clock.set(OVERDUE)
    await Promise.all([watch(), watch()])
    expect(await mailsOf(late)).toHaveLength(1)
  })

  test('is sent again, once, if a mistaken press of "I’m here" had stopped the first e-mail (R9.10)', async () => {
    const late = await makeGuest()
    await tell(late.uuid, AT_THREE)
    app.clock.set(OVERDUE)
    await watch()
    await press(late.uuid, 'here')
    await app.jobs.runDue()
    expect(await mailsOf(late)).toMatchObject([{ status: 'dropped' }])
    expect(await overdueNow()).toEqual([])
    await press(late.uuid, 'undo')
    for (let time = 0; time < 2; time += 1) await watch()
    await app.jobs.runDue()
    expect((await mailsOf(late)).map(({ status }) => status)).toEqual(['dropped', 'sent'])
  })

  test.each(['guest', 'host', 'admin'] as const)(
    'is sent again after a mistaken “I’m here” by the %s, because everybody had stopped looking (R36.3)',
    async (who) => {
      await app.services.db
        .update(events)
        .set({ hostEmail: 'lee@example.test' })
        .where(eq(events.id, event.id))
      const late = await makeGuest()
      await tell(late.uuid, AT_THREE)
      app.clock.set(OVERDUE)
      await watch()
      await app.jobs.runDue()
      const tick = async (here: boolean) => {
        if (who === 'guest') return press(late.uuid, here ? 'here' : 'undo')
        const body = { reservationId: late.id, here, at: app.clock.now().toISOString() }
        if (who === 'admin') return admin.call(tickByAdmin, { body })
        const link = await admin.call(makeHostLink, { body: { eventId: event.id } })
        if (!link.ok) throw new Error(link.code)
        return guest.call(tickByHost, { body: { ...body, token: link.data.hostLink.token ?? '' } })
      }
      expect(await tick(true)).toMatchObject({ ok: true })
      await watch()
      expect(await mailsOf(late)).toHaveLength(2)
      expect(await tick(false)).toMatchObject({ ok: true })
      for (let time = 0; time < 2; time += 1) await watch()
      await app.jobs.runDue()
      expect((await mailsOf(late)).map(({ type, status }) => `${type} ${status}`)).toEqual([
        'arrival-overdue sent',
        'arrival-overdue-host sent',
        'arrival-overdue sent',
        'arrival-overdue-host sent',
      ])
      // Undoing "I’m here" a second time must change nothing.
      expect(await tick(false)).toMatchObject({ ok: true })
      await watch()
      expect(await mailsOf(late)).toHaveLength(4)
    },
  )

  test('is sent 135 minutes after the guest left the pavement, even without an arrival time (R36.3)', async () => {
    const late = await makeGuest()
    await press(late.uuid, 'pavement')
    app.clock.set(new Date(MORNING.getTime() + (45 + 90) * 60_000))
    await watch()
    await app.jobs.runDue()
    expect(await mailsOf(late)).toMatchObject([{ type: 'arrival-overdue', status: 'sent' }])
  })

  test('starts to wait again if the overdue guest presses "Leaving the pavement"', async () => {
    const late = await makeGuest()
    await tell(late.uuid, AT_THREE)
    app.clock.set(OVERDUE)
    await watch()
    await press(late.uuid, 'pavement')
    expect(await overdueNow()).toEqual([])
    app.clock.set(new Date(OVERDUE.getTime() + (45 + 90) * 60_000))
    await watch()
    expect((await mailsOf(late)).map(({ key }) => key.split(':')[2])).toEqual(['told', 'pavement'])
  })

  test('is sent once more when the guest is late again after giving a new time or pressing a button (R36.3)', async () => {
    const late = await makeGuest()
    const minutesOn = (minutes: number) =>
      app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000))
    const watchTwice = async () => {
      for (let time = 0; time < 2; time += 1) await watch()
      return (await mailsOf(late)).length
    }
    await tell(late.uuid, AT_THREE)
    app.clock.set(OVERDUE)
    expect(await watchTwice()).toBe(1)
    await tell(late.uuid, { ...AT_THREE, time: '17:00' })
    expect(await watchTwice()).toBe(1)
    minutesOn(120)
    expect(await watchTwice()).toBe(2)
    await press(late.uuid, 'pavement')
    minutesOn(135)
    expect(await watchTwice()).toBe(3)
    await press(late.uuid, 'pavement')
    minutesOn(135)
    expect(await watchTwice()).toBe(4)
  })
})

test("includes a guest's arrival in their data export and deletes it in the purge", async () => {
  const { uuid, id } = await makeGuest()
  await tell(uuid, AT_THREE)
  const stored = await guest.call(exportReservation, { query: { uuid } })
  expect(stored).toMatchObject({ data: { arrival: { ...AT_THREE, hereAt: null } } })
  const { db, sealer, settings, now, log } = app.services
  const copies = { capturedMails: async () => [], forgetMails: async () => {} }
  await purgeReservation({ db, sealer, settings, now, log, copies }, id)
  expect(await db.select().from(arrivals).where(eq(arrivals.reservationId, id))).toEqual([])
  expect(await tell(uuid, AT_THREE)).toMatchObject({ status: 410 })
})
