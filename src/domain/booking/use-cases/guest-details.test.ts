import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { sealRecord } from '#platform/sealing.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { cancelReservation } from '../contract/cancellation.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { getGuestReceipt, updateReservation } from '../contract/guest.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const admin = await signInAdmin(app)
const guest = createGuest(app)

const { customerName: _, email: __, ...ANSWERS } = DETAILS

/** Creates a stay without guest details, by an admin's sign-up. Its event starts on July 1 by default. */
async function stay(event: { startDateDate?: string } = {}) {
  const { id: eventId } = await makeEvent(app.services.db, event)
  const { reservationId, uuid } = await admin.signUp({ eventId })
  return { eventId, id: reservationId, uuid }
}

const send = async (uuid: string, changes: Record<string, unknown> = {}) =>
  guest.browser.call(updateReservation, {
    body: { updateReservationData: { ...ANSWERS, ...changes, uuid } },
  })

async function rowOf(id: number) {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.id, id))
  if (!row) throw new Error('no row')
  return row
}

const set = async (id: number, changes: Partial<typeof reservations.$inferInsert>) =>
  app.services.db.update(reservations).set(changes).where(eq(reservations.id, id))

const PURGED = {
  purgedAt: NOW,
  customerName: null,
  email: null,
  emailHash: null,
}

describe('when a guest sends the form with the final details, the site', () => {
  test("saves the details and evidence of consent, shows them to admins, and makes an admin's open form stale", async () => {
    const { id, uuid } = await stay()
    const opened = await admin.look(id)
    expect(opened).toMatchObject({ additionalInformationProvided: false, consent: null })
    expect(await send(uuid)).toMatchObject({ ok: true, data: { success: true } })

    expect(await guest.look(uuid)).toMatchObject({
      ...ANSWERS,
      additionalInformationProvided: true,
      termsCurrent: true,
      detailsProblem: null,
    })
    const after = await admin.look(id)
    expect(after.consent).toMatchObject({ current: true, at: NOW.toISOString() })
    expect(await admin.change({ id, version: opened.version, notes: 'Late' })).toMatchObject({
      ok: false,
      code: 'stale',
    })
    const given = (await auditOf(app, 'reservation', id)).at(-1)
    expect(given).toMatchObject({ actor: 'guest', action: 'reservation.details-given', reservationId: id })
    expect(given?.fields).toEqual(expect.arrayContaining(['phone', 'foodAllergies', 'safetyConsent']))
  })

  test('audits only the names of changed details, and changes nothing when the same details are sent again', async () => {
    const { id, uuid } = await stay()
    await send(uuid)
    const { consentAt, version } = await rowOf(id)
    app.clock.advance({ minutes: 5 })
    expect(await send(uuid, { phone: '505-555-0177', photoConsent: true })).toMatchObject({ ok: true })
    expect(await rowOf(id)).toMatchObject({ consentAt, version: version + 1 })
    expect((await auditOf(app, 'reservation', id)).at(-1)).toMatchObject({
      action: 'reservation.details-changed',
      fields: ['phone', 'photoConsent'],
    })
    expect(await send(uuid, { phone: '505-555-0177', photoConsent: true })).toMatchObject({ ok: true })
    expect((await rowOf(id)).version).toBe(version + 1)
  })

  test('renews the consent when the guest sends details after new Terms were published, and audits the old consent', async () => {
    const { id, uuid } = await stay()
    await send(uuid)
    await set(id, { consentTermsHash: 'a'.repeat(64) })
    expect((await guest.look(uuid)).termsCurrent).toBe(false)
    app.clock.advance({ minutes: 5 })
    expect(await send(uuid)).toMatchObject({ ok: true })
    expect(await rowOf(id)).toMatchObject({ consentTermsHash: 'f'.repeat(64), consentAt: app.clock.now() })
    const entry = (await auditOf(app, 'reservation', id)).at(-1)
    expect(entry).toMatchObject({ action: 'reservation.details-changed', fields: ['safetyConsent'] })
    expect(entry?.details).not.toBeNull()
  })

  test('changes only details, and ignores every other field that the guest sends (R8.4)', async () => {
    const [mine, other] = [await stay(), await stay()]
    const [before, untouched] = [await rowOf(mine.id), await rowOf(other.id)]
    const forbidden = {
      id: other.id,
      eventId: other.eventId,
      customerName: 'Mallory',
      email: 'mallory@example.test',
      notes: 'Upgrade me',
      status: 'cancelled',
      totalDue: 0,
      totalPaid: 90_000,
      fullyPaid: true,
      version: 99,
      attendeeToken: randomUUID(),
      directionsViewedAt: NOW.toISOString(),
      consentAt: '2020-01-01T00:00:00Z',
      consentTermsHash: 'b'.repeat(64),
      invoices: [],
    }
    expect(await send(mine.uuid, forbidden)).toMatchObject({ ok: true })
    expect(await rowOf(other.id)).toEqual(untouched)
    const { eventId, customerName, email, notes, status, price, attendeeToken } = before
    const kept = { eventId, customerName, email, notes, status, price, attendeeToken }
    expect(await rowOf(mine.id)).toMatchObject({
      ...kept,
      directionsViewedAt: null,
      consentTermsHash: 'f'.repeat(64),
      version: before.version + 1,
    })
    expect(await guest.look(mine.uuid)).toMatchObject({ totalPaid: 0, fullyPaid: false })
  })

  test.each([
    ...(['phone', 'address', 'emergencyContactName', 'emergencyContactPhone', 'foodAllergies'] as const),
    'medicalConditions',
  ])('refuses the form without %s, and stores nothing (R8.3)', async (field) => {
    const { id, uuid } = await stay()
    expect(await send(uuid, { [field]: ' ' })).toMatchObject({
      ok: false,
      status: 400,
      fields: { [field]: 'Required' },
    })
    expect((await rowOf(id)).version).toBe(1)
  })

  test('refuses the form without the safety consent (R8.3)', async () => {
    const { uuid } = await stay()
    expect(await send(uuid, { safetyConsent: false })).toMatchObject({ ok: false, status: 400 })
  })

  test('refuses changes of the details within 7 days of the start, but accepts the first details at any time (R8.4)', async () => {
    const open = await stay({ startDateDate: '2027-05-13' })
    expect(await send(open.uuid)).toMatchObject({ ok: true })
    expect(await send(open.uuid, { phone: '505-555-0178' })).toMatchObject({ ok: true })

    const today = await stay({ startDateDate: '2027-05-06' })
    expect((await guest.look(today.uuid)).detailsProblem).toBeNull()
    expect(await send(today.uuid)).toMatchObject({ ok: true })
    expect(await send(today.uuid, { phone: '505-555-0178' })).toMatchObject({
      ok: false,
      status: 409,
      code: 'details_closed',
      message: expect.stringContaining('this form is closed'),
    })
    expect((await guest.look(today.uuid)).detailsProblem).toBe('details_closed')
  })

  test("accepts details only with the guest's own private link, and not after the stay ended or was purged", async () => {
    const { id, eventId, uuid } = await stay()
    const { attendeeToken } = await rowOf(id)
    for (const wrong of [randomUUID(), attendeeToken, '17', ''])
      expect(await send(wrong)).toMatchObject({ ok: false, status: 404, code: 'not_found' })
    await set(id, { status: 'cancelled' })
    expect(await send(uuid)).toMatchObject({ ok: false, status: 409, code: 'not_standing' })
    await set(id, { status: 'confirmed' })
    await app.services.db.update(events).set({ cancelledAt: NOW }).where(eq(events.id, eventId))
    expect(await send(uuid)).toMatchObject({ ok: false, status: 409, code: 'event_cancelled' })
    await set(id, PURGED)
    expect(await send(uuid)).toMatchObject({ ok: false, status: 410, code: 'purged' })
  })
})

const fetchReceipt = async (uuid: string, invoiceId: number) =>
  guest.browser.fetch(`/api/${getGuestReceipt.path}?uuid=${uuid}&invoiceId=${invoiceId}`)

describe('when a guest downloads a receipt, the site', () => {
  test("returns a paid invoice's receipt only by the guest's private link, and never reveals the link to other sites", async () => {
    const [mine, other] = [await stay(), await stay()]
    const [invoice] = (await guest.look(mine.uuid)).invoices
    const invoiceId = invoice?.id ?? 0
    expect((await fetchReceipt(mine.uuid, invoiceId)).status).toBe(409)
    expect(await admin.rebill({ id: invoiceId, paid: true })).toMatchObject({ ok: true })

    const reply = await fetchReceipt(mine.uuid, invoiceId)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('x-robots-tag')).toContain('noindex')
    expect(reply.headers.get('content-disposition')).not.toContain(mine.uuid)

    for (const wrong of [other.uuid, randomUUID(), 'x'])
      expect((await fetchReceipt(wrong, invoiceId)).status).toBe(404)
    await set(mine.id, PURGED)
    expect((await fetchReceipt(mine.uuid, invoiceId)).status).toBe(410)
  })
})

test('shows a guest whose stay was canceled what will be refunded', async () => {
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-12-01' })
  const { reservationId, uuid } = await admin.signUp({ eventId, amount: 90_000 })
  const [invoice] = (await admin.look(reservationId)).invoices
  await admin.rebill({ id: invoice?.id ?? 0, paid: true })
  const cancelled = await admin.browser.call(cancelReservation, {
    body: { id: reservationId, version: (await admin.look(reservationId)).version, cancelledBy: 'guest' },
  })
  expect(cancelled).toMatchObject({ ok: true })
  expect(await guest.look(uuid)).toMatchObject({
    status: 'cancelled',
    detailsProblem: 'not_standing',
    hostPhone: null,
    cancellation: { by: 'guest', paid: 90_000, refund: 90_000 },
    refundTotals: { owed: 90_000, underWay: 0, done: 0, given: 0 },
  })
})

describe("when a guest's phone number cannot be called, the site", () => {
  test('refuses the number and says what is missing, but accepts all common spellings of a complete number', async () => {
    const { uuid } = await stay()
    expect(await send(uuid, { phone: '555-0142', emergencyContactPhone: '505-555-014' })).toMatchObject({
      ok: false,
      status: 400,
      message: expect.stringMatching(
        /^Phone: .*area code.*Emergency contact phone: .*one digit short/,
      ) as string,
      fields: {
        phone: expect.stringMatching(/area code/) as string,
        emergencyContactPhone: expect.stringMatching(/one digit short/) as string,
      },
    })
    const typed = { phone: '+44 (0)20 7946 0018', emergencyContactPhone: "Mom's cell (505) 555‑0100 ext 12" }
    expect(await send(uuid, typed)).toMatchObject({ ok: true })
    expect(await guest.look(uuid)).toMatchObject(typed)
  })

  test('keeps an incomplete number that is already stored when the guest or an admin changes other fields', async () => {
    const { id, uuid } = await stay()
    const { uuid: row } = await rowOf(id)
    const old = { phone: '555-0142', emergencyContactPhone: 'ask June' }
    await set(id, sealRecord(app.services.sealer, { table: 'reservations', row }, old))
    expect(await send(uuid, { ...old, nickname: 'Robbie' })).toMatchObject({ ok: true })
    expect(await guest.look(uuid)).toMatchObject({ ...old, nickname: 'Robbie' })
    expect(await admin.change({ id, ...old, notes: 'Sings' })).toMatchObject({ ok: true })
    expect(await admin.change({ id, phone: '555-0143' })).toMatchObject({
      ok: false,
      fields: { phone: expect.stringMatching(/area code/) as string },
    })
  })
})
