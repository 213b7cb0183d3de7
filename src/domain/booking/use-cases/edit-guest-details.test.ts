import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { adminOf, signInAdmin } from '#test/support/booking/admin.ts'

const NOW = '2027-05-06T18:00:00.000Z'
const app = await openTestApp({ now: new Date(NOW) })
const admin = await signInAdmin(app)
const guest = createGuest(app)

async function stay() {
  const { id } = await makeEvent(app.services.db, { cost: 0 })
  const made = await guest.order({ eventId: id, amount: 0 })
  if (!made.ok) throw new Error(made.code)
  return { eventId: id, id: made.data.reservationId, uuid: made.data.uuid }
}

async function rowOf(id: number) {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.id, id))
  if (!row) throw new Error('no row')
  return row
}

test('changes the fields that an admin sends, keeps missing fields, and clears fields that are null or empty', async () => {
  const { id, uuid } = await stay()
  const reply = await admin.change({
    id,
    customerName: 'Robin Roe',
    phone: ' +1 505 555 0199 ',
    nickname: '',
    otherInformation: null,
    notes: 'Sings at breakfast.\nEarly.',
    totalDue: 12_300,
  })
  expect(reply).toMatchObject({
    ok: true,
    data: {
      success: true,
      reservation: {
        id,
        uuid,
        customerName: 'Robin Roe',
        email: DETAILS.email,
        phone: '+1 505 555 0199',
        nickname: null,
        address: DETAILS.address,
        notes: 'Sings at breakfast.\nEarly.',
        totalDue: 12_300,
        fullyPaid: false,
        version: 2,
        invoices: [],
      },
    },
  })
  const mine = await guest.look(uuid)
  expect(mine).toMatchObject({ customerName: 'Robin Roe', totalDue: 12_300 })
  expect(JSON.stringify(mine)).not.toMatch(/Sings|version|sentEmails/)
})

test("stores changed fields encrypted, finds the guest by the new address, and audits only the fields' names", async () => {
  const { id, eventId } = await stay()
  await admin.change({
    id,
    email: 'New.Address@example.test',
    notes: 'Quiet room',
    foodAllergies: 'Quandong',
  })
  const row = await rowOf(id)
  expect(JSON.stringify(row)).not.toMatch(/New\.Address|Quiet|Quandong/i)
  expect(row.emailHash).toBe(app.services.sealer.lookup('new.address@example.test'))
  const entries = await auditOf(app, 'reservation', id)
  expect(entries.at(-2)).toMatchObject({
    actor: 'admin:the-admin',
    action: 'reservation.changed',
    eventId,
    fields: ['email', 'foodAllergies', 'notes'],
    details: null,
  })
  expect(JSON.stringify(entries)).not.toMatch(/New\.Address|Quiet|Quandong/i)
})

test("keeps the version and writes no audit entry if an admin's edit changes nothing", async () => {
  const { id } = await stay()
  const before = await auditOf(app, 'reservation', id)
  expect(await admin.change({ id, phone: ` ${DETAILS.phone} `, nickname: DETAILS.nickname })).toMatchObject({
    data: { reservation: { version: 1 } },
  })
  expect(await auditOf(app, 'reservation', id)).toEqual(before)
})

describe('when two admins edit one reservation, the site', () => {
  test("refuses the second admin's edit, because its version is stale", async () => {
    const { id } = await stay()
    const { version } = await admin.look(id)
    expect(await admin.change({ id, version, notes: 'the first' })).toMatchObject({ ok: true })
    expect(await admin.change({ id, version, notes: 'the second', phone: '1' })).toMatchObject({
      ok: false,
      status: 409,
      code: 'stale',
    })
    expect(await admin.look(id)).toMatchObject({ notes: 'the first', phone: DETAILS.phone, version: 2 })
  })

  test('accepts only one of several concurrent edits with the same version', async () => {
    const { id } = await stay()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => admin.change({ id, version: 1, notes: `admin ${index}` })),
    )
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await admin.look(id)).version).toBe(2)
  })

  test('accepts an edit that sends no version', async () => {
    const { id } = await stay()
    await admin.change({ id, notes: 'the first' })
    expect(await admin.change({ id, notes: 'the second' })).toMatchObject({ ok: true })
  })
})

/** Returns the decrypted details of the reservation's last audit entry. */
async function details(id: number): Promise<unknown> {
  const [entry] = (await auditOf(app, 'reservation', id)).slice(-1)
  if (!entry?.details) throw new Error('no details')
  const place = { table: 'audit_entries', row: entry.uuid, column: 'details' }
  return JSON.parse(app.services.sealer.open(place, entry.details as Sealed)) as unknown
}

describe("when an admin records a guest's consent, the site", () => {
  test('stores the hash of the Terms of Stay that are published today as evidence', async () => {
    const { id } = await makeEvent(app.services.db)
    const { reservationId } = await admin.signUp({ eventId: id })
    expect(await admin.look(reservationId)).toMatchObject({ consent: null })
    await admin.change({ id: reservationId, safetyConsent: true })
    expect(await admin.look(reservationId)).toMatchObject({
      consent: { termsHash: 'f'.repeat(64), at: NOW, current: true },
    })
    expect(await rowOf(reservationId)).toMatchObject({
      safetyConsent: true,
      consentTermsHash: 'f'.repeat(64),
      consentAt: new Date(NOW),
    })
    expect(await details(reservationId)).toEqual({ consentTermsHash: null, consentAt: null })
  })

  test('keeps the evidence when the admin withdraws the consent, or sends it again unchanged (R1.11)', async () => {
    const { id } = await stay()
    const before = await rowOf(id)
    app.clock.advance({ minutes: 5 })
    await admin.change({ id, safetyConsent: true })
    expect((await rowOf(id)).consentAt).toEqual(before.consentAt)
    await admin.change({ id, safetyConsent: false })
    expect(await rowOf(id)).toMatchObject({
      safetyConsent: false,
      consentTermsHash: before.consentTermsHash,
      consentAt: before.consentAt,
    })
    expect(await admin.look(id)).toMatchObject({
      additionalInformationProvided: false,
      consent: { at: before.consentAt?.toISOString(), current: true },
    })
    await admin.change({ id, safetyConsent: true })
    expect((await rowOf(id)).consentAt).not.toEqual(before.consentAt)
    expect(await details(id)).toEqual({
      consentTermsHash: before.consentTermsHash,
      consentAt: before.consentAt?.toISOString(),
    })
  })
})

test('shows an admin that a guest agreed to older Terms than those published now', async () => {
  const { id } = await stay()
  await app.services.db
    .update(reservations)
    .set({ consentTermsHash: 'e'.repeat(64) })
    .where(eq(reservations.id, id))
  expect(await admin.look(id)).toMatchObject({ consent: { termsHash: 'e'.repeat(64), current: false } })
})

test("ignores unknown fields in an admin's edit of a reservation, and fields that an admin may not change", async () => {
  const { id, uuid } = await stay()
  const { version: _, ...before } = await admin.look(id)
  const sneaky = {
    id,
    uuid: '00000000-0000-4000-8000-000000000000',
    status: 'cancelled',
    totalPaid: 5,
    eventId: 1,
    invoices: [],
    purgedAt: NOW,
    consentAt: NOW,
    emailHash: 'x',
    createdAt: NOW,
    nickname: 'Robbie',
  }
  expect(await admin.change(sneaky)).toMatchObject({ ok: true })
  expect(await admin.look(id)).toEqual({ ...before, nickname: 'Robbie', version: 2 })
  expect((await guest.look(uuid)).status).toBe('confirmed')
})

test.each([
  ['customerName', { customerName: '' }],
  ['customerName', { customerName: null }],
  ['email', { email: 'nobody' }],
  ['totalDue', { totalDue: -1 }],
  ['phone', { phone: 'x'.repeat(51) }],
  ['notes', { notes: 'bell \u0007' }],
  ['safetyConsent', { safetyConsent: 'yes' }],
  ['id', { id: '1; drop table reservations' }],
])("refuses an admin's edit with a wrong %s, names the field and changes nothing", async (field, changes) => {
  const { id } = await stay()
  const reply = await admin.change({ id, nickname: 'Changed', ...(changes as object) })
  expect(reply).toMatchObject({ ok: false, status: 400, fields: { [field]: expect.any(String) as string } })
  expect(await admin.look(id)).toMatchObject({ nickname: DETAILS.nickname, version: 1 })
})

test('refuses a total price below the extra charges of a stay, and says the minimum and what to do', async () => {
  const { id } = await stay()
  const lesson = { reservationId: id, amount: 9_500, description: 'Leather lesson', partOfPrice: false }
  expect(await admin.bill(lesson)).toMatchObject({ ok: true })
  expect(await admin.change({ id, nickname: 'Changed', totalDue: 9_499 })).toMatchObject({
    ok: false,
    status: 400,
    fields: {
      totalDue:
        'The extra charges add up to $95.00. Enter at least that, or change or delete one of them first.',
    },
  })
  expect(await admin.look(id)).toMatchObject({ totalDue: 9_500, nickname: DETAILS.nickname })
  expect(await admin.change({ id, totalDue: 9_500 })).toMatchObject({ ok: true })
  expect(await admin.look(id)).toMatchObject({ totalDue: 9_500, money: { price: 0, extras: 9_500 } })
})

test('returns 404 for editing an unknown reservation and 410 for a purged one', async () => {
  expect(await admin.change({ id: 999_999, notes: 'x' })).toMatchObject({
    status: 404,
    message: 'Reservation not found',
  })
  const { id: eventId } = await makeEvent(app.services.db)
  const row = await makeReservation(app.services, eventId, {
    customerName: 'Ada',
    email: 'ada@example.test',
    status: 'confirmed',
  })
  await app.services.db
    .update(reservations)
    .set({ customerName: null, email: null, emailHash: null, purgedAt: new Date(NOW) })
    .where(eq(reservations.id, row.id))
  expect(await admin.change({ id: row.id, notes: 'x' })).toMatchObject({ status: 410, code: 'purged' })
  expect(await admin.look(row.id)).toMatchObject({
    customerName: '',
    email: '',
    notes: null,
    totalDue: 90_000,
    purgedAt: NOW,
  })
})

test('lets only admins read or change a reservation by its id', async () => {
  const { id } = await stay()
  for (const [browser, status] of [
    [app.browser(), 401],
    [await app.signIn({ admin: false }), 403],
  ] as const) {
    const stranger = adminOf(browser)
    expect(await stranger.change({ id, notes: 'x' })).toMatchObject({ ok: false, status })
    await expect(stranger.look(id)).rejects.toThrow()
  }
  const known = await app.services.db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(known.map(({ action }) => action)).not.toContain('reservation.changed')
})
