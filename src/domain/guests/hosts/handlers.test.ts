import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { reservationOptions, reservations } from '#platform/database/schema/booking.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { sealRecord } from '#platform/sealing.ts'
import { auditOf } from '#test/support/audit.ts'
import { deleteEvent, updateEvent } from '#domain/booking/contract/event.ts'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { type EventRow, makeEvent, makeReservation } from '#test/support/factories.ts'
import { getHostSheet, getKitchenSheet, listHostLinks, makeHostLink, revokeHostLink } from './contract.ts'

let event: EventRow
const app = await openTestApp({ now: new Date('2027-06-20T18:00:00Z') })
const admin = await app.signIn({ admin: true })
const host = app.browser()
beforeEach(async () => {
  event = await makeEvent(app.services.db, { host: 'Lee', password: 'Yucca' })
})

/** Creates a guest of the event with these answers. Each answer is under the name of its column. */
async function guest(
  customerName: string,
  answers: Record<string, string> = {},
  status: 'confirmed' | 'pending' | 'cancelled' = 'confirmed',
) {
  const { db, sealer } = app.services
  const made = await makeReservation(app.services, event.id, {
    customerName,
    email: `${randomUUID()}@example.test`,
    status,
  })
  const sealed = sealRecord(sealer, { table: 'reservations', row: made.uuid }, answers)
  if (Object.keys(sealed).length > 0)
    await db.update(reservations).set(sealed).where(eq(reservations.id, made.id))
  return made
}

/** Creates an extra with this name, and records that these guests chose it. */
async function choose(guests: { id: number }[], name: string) {
  const { db } = app.services
  const [option] = await db
    .insert(eventOptions)
    .values({ eventId: event.id, kind: 'extra', name })
    .returning()
  if (!option) throw new Error('The option was not created')
  const chosen = guests.map(({ id }) => ({ reservationId: id, optionId: option.id, price: 0 }))
  await db.insert(reservationOptions).values(chosen)
}

async function makeLink(given: { withMedical?: boolean; eventId?: number } = {}) {
  const made = await admin.call(makeHostLink, { body: { eventId: event.id, ...given } })
  if (!made.ok) throw new Error(`The link was not created: ${made.code}`)
  return { ...made.data.hostLink, token: made.data.hostLink.token ?? '' }
}

const open = (token: string, browser = host) => browser.call(getHostSheet, { query: { token } })

async function sheetOf(token: string) {
  const found = await open(token)
  if (!found.ok) throw new Error(`The sheet was refused: ${found.code}`)
  return found.data
}

const NOT_TOLD = { told: null, leftPavementAt: null, hereAt: null, hereBy: null, overdueAt: null }

const CLOSED = { ok: false, status: 404, code: 'not_found', message: 'This link no longer works' }

describe('the kitchen sheet', () => {
  test("shows the event's host and what the kitchen must know, even for a private event", async () => {
    const robin = await guest('Robin Doe', {
      nickname: 'Rob',
      phone: '505-555-0142',
      emergencyContactName: 'Sam Doe',
      emergencyContactPhone: '505-555-0143',
      foodAllergies: 'Peanuts',
      medicalConditions: 'Asthma',
    })
    await guest('Ana Ortiz', { foodAllergies: 'none.' })
    const pat = await guest('Pat Roe')
    await guest('Holly Held', { foodAllergies: 'Soy' }, 'pending')
    const carl = await guest('Carl Canceled', { foodAllergies: 'Corn' }, 'cancelled')
    await choose([robin, carl], 'Leather kit')
    const party = [robin, pat, carl].map(({ id }) => id)
    await app.services.db
      .update(reservations)
      .set({ partyId: robin.id, share: 0 })
      .where(inArray(reservations.id, party))
    const { token } = await makeLink()
    expect(await sheetOf(token)).toEqual({
      event: {
        name: event.name,
        host: 'Lee',
        startDate: 'Thursday afternoon',
        startDateDate: '2027-07-01',
        endDate: 'Monday morning',
        endDateDate: '2027-07-05',
        nights: 4,
        cancelled: false,
      },
      coming: 3,
      nameless: 0,
      allergies: { needs: [{ text: 'Peanuts', guests: ['Rob'] }], none: 1, unanswered: ['Pat'] },
      contacts: [
        {
          name: 'Ana Ortiz',
          shortName: 'Ana',
          comesWith: [],
          phone: null,
          emergencyContactName: null,
          emergencyContactPhone: null,
          reservationId: expect.any(Number),
          arrival: NOT_TOLD,
          room: null,
        },
        {
          name: 'Pat Roe',
          shortName: 'Pat',
          comesWith: ['Rob'],
          phone: null,
          emergencyContactName: null,
          emergencyContactPhone: null,
          reservationId: expect.any(Number),
          arrival: NOT_TOLD,
          room: null,
        },
        {
          name: 'Robin Doe',
          shortName: 'Rob',
          comesWith: ['Pat'],
          phone: '505-555-0142',
          emergencyContactName: 'Sam Doe',
          emergencyContactPhone: '505-555-0143',
          reservationId: expect.any(Number),
          arrival: NOT_TOLD,
          room: null,
        },
      ],
      medical: null,
      chosen: [{ name: 'Leather kit', guests: 1, names: ['Rob'] }],
      lastDay: '2027-07-06',
    })
  })

  test('includes medical conditions if the host link was created with them, or if an admin asks for them', async () => {
    await guest('Robin Doe', { medicalConditions: 'Asthma' })
    await guest('Ana Ortiz', { medicalConditions: 'N/A' })
    const medical = { needs: [{ text: 'Asthma', guests: ['Robin'] }], none: 1, unanswered: [] }
    expect((await sheetOf((await makeLink({ withMedical: true })).token)).medical).toEqual(medical)
    const query = { eventUrlName: event.urlName }
    expect(await admin.call(getKitchenSheet, { query })).toMatchObject({ data: { medical: null } })
    expect(await admin.call(getKitchenSheet, { query: { ...query, medical: 'true' } })).toMatchObject({
      data: { medical, urlName: event.urlName },
    })
  })

  test('counts a guest whose details were deleted, and shows nothing else about that guest', async () => {
    const { id } = await guest('Robin Doe')
    const empty = { customerName: null, email: null, emailHash: null, purgedAt: app.clock.now() }
    await app.services.db.update(reservations).set(empty).where(eq(reservations.id, id))
    await guest('Ana Ortiz', { foodAllergies: 'None' })
    expect(await sheetOf((await makeLink()).token)).toMatchObject({
      coming: 2,
      nameless: 1,
      allergies: { needs: [], none: 1, unanswered: [] },
      contacts: [{ name: 'Ana Ortiz' }],
    })
  })

  test('is answered with 404 for an unknown event', async () => {
    const reply = await admin.call(getKitchenSheet, { query: { eventUrlName: 'no-such-event' } })
    expect(reply).toMatchObject({ ok: false, status: 404, message: 'Event Not Found' })
  })
})

describe('a host link to the kitchen sheet of an event', () => {
  test.each([randomUUID(), '17', "' or 1=1", ''])(
    'does not open the kitchen sheet with the token %j',
    async (token) => {
      expect(await open(token)).toMatchObject(CLOSED)
    },
  )

  test('works until an admin ends it, and is then answered like a link that never existed', async () => {
    const first = await makeLink({ withMedical: true })
    const second = await makeLink()
    const list = async () => {
      const found = await admin.call(listHostLinks, { query: { eventId: event.id } })
      return found.ok ? found.data : found.code
    }
    expect(await list()).toEqual([second, first])
    for (let time = 0; time < 2; time += 1)
      expect(await admin.call(revokeHostLink, { query: { id: first.id } })).toMatchObject({ ok: true })
    expect(await open(first.token)).toMatchObject(CLOSED)
    expect(await open(first.token, admin)).toMatchObject(CLOSED)
    expect((await open(second.token)).ok).toBe(true)
    expect(await list()).toEqual([second, { ...first, token: null, revoked: true }])
    expect(await auditOf(app, 'host_link', first.id)).toMatchObject([
      {
        action: 'host_link.made',
        actor: 'admin:the-admin',
        eventId: event.id,
        fields: ['medicalConditions'],
      },
      { action: 'host_link.revoked', actor: 'admin:the-admin', eventId: event.id },
    ])
  })

  test('works until midnight at the ranch at the end of the day after the event (R10.13)', async () => {
    const { db } = app.services
    event = await makeEvent(db, { startDateDate: '2027-06-21', endDateDate: '2027-06-22' })
    const { token, lastDay } = await makeLink()
    expect(lastDay).toBe('2027-06-23')
    const before = app.clock.now()
    try {
      app.clock.set(new Date('2027-06-24T05:59:59Z'))
      expect((await open(token)).ok).toBe(true)
      app.clock.set(new Date('2027-06-24T06:00:00Z'))
      expect(await open(token)).toMatchObject(CLOSED)
      const body = { eventId: event.id }
      expect(await (await app.signIn({ admin: true })).call(makeHostLink, { body })).toMatchObject({
        status: 409,
        code: 'event_over',
      })
    } finally {
      app.clock.set(before)
    }
  })

  test("works longer if the event's last day is moved, but not if an admin has ended the link", async () => {
    const kept = await makeLink()
    const ended = await makeLink()
    await admin.call(revokeHostLink, { query: { id: ended.id } })
    const move = async (endDateDate: string) =>
      admin.call(updateEvent, { body: { updateEventData: { id: event.id, endDateDate } } })
    expect((await move('2027-07-09')).ok).toBe(true)
    expect((await sheetOf(kept.token)).lastDay).toBe('2027-07-10')
    expect(await open(ended.token)).toMatchObject(CLOSED)
  })

  test('can be created only for an event that exists, and is deleted with the event', async () => {
    const missing = await admin.call(makeHostLink, { body: { eventId: 999_999 } })
    expect(missing).toMatchObject({ ok: false, status: 404 })
    expect(await admin.call(revokeHostLink, { query: { id: 999_999 } })).toMatchObject({ status: 404 })
    expect(await admin.call(listHostLinks, { query: { eventId: 999_999 } })).toMatchObject({ status: 404 })
    const { token } = await makeLink()
    await admin.call(deleteEvent, { query: { id: event.id, force: 'true' } })
    expect(await open(token)).toMatchObject(CLOSED)
  })

  test("shows only the kitchen sheet, and unlocks neither a guest's page nor a private event", async () => {
    await guest('Robin Doe')
    const { token } = await makeLink()
    const told = JSON.stringify(await sheetOf(token))
    const rows = await app.services.db.select().from(reservations).where(eq(reservations.eventId, event.id))
    for (const { uuid, attendeeToken } of rows) {
      expect(told).not.toContain(uuid)
      expect(told).not.toContain(attendeeToken)
      expect(await open(uuid)).toMatchObject(CLOSED)
    }
    const gate = await host.fetch(`/api/auth/event/get?eventUrlName=${event.urlName}`)
    expect(await gate.json()).toEqual({ urlName: event.urlName, private: true, locked: true })
  })
})

test('limits how many tokens of host links one IP address can try', async () => {
  const limited = await buildTestApp({ settings: { rateLimits: true } })
  try {
    const browser = limited.browser()
    const codes: string[] = []
    for (let guess = 0; guess < 25; guess += 1) {
      const reply = await open(randomUUID(), browser)
      codes.push(reply.ok ? 'ok' : reply.code)
    }
    expect(codes.indexOf('rate_limited')).toBe(20)
  } finally {
    await limited.close()
  }
})
