import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { createLog } from '#platform/log.ts'
import { updateInvoice } from '#domain/booking/contract/invoices.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin, type Admin } from '#test/support/booking/admin.ts'
import { purge } from '#test/support/booking/stay.ts'
import { joinWaitlist } from '#test/support/booking/waitlist.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { findAnything } from './contract.ts'

let admin: Admin
const lines: string[] = []
const write = (line: string) => void lines.push(line)
const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  log: createLog({ level: 'debug', destination: { write } }),
})
beforeEach(async () => {
  admin = await signInAdmin(app)
})

const find = async (q: string, more: { before?: number; beforeEntry?: number } = {}) => {
  const found = await admin.browser.call(findAnything, { query: { q, ...more } })
  if (!found.ok) throw new Error(found.code)
  return found.data
}

test('finds a guest by name, e-mail or phone, even a canceled but not a purged one, and logs no search text (R30.9)', async () => {
  const [one, other] = [await makeEvent(app.services.db), await makeEvent(app.services.db)]
  const ann = { customerName: 'Ann Xylander', email: 'ann@xylander.test', phone: '505-555-7781' }
  const { reservationId } = await admin.signUp({ eventId: one.id, ...ann })
  const later = await admin.signUp({ eventId: other.id, ...ann, customerName: 'Bo Xylander' })
  const { db } = app.services
  await db.update(reservations).set({ status: 'cancelled' }).where(eq(reservations.id, reservationId))
  const both = [
    { id: later.reservationId, customerName: 'Bo Xylander', status: 'confirmed', event: { id: other.id } },
    { id: reservationId, status: 'cancelled', event: { id: one.id, urlName: one.urlName } },
  ]
  for (const q of ['xylander', 'ANN@xylander.test', '(505) 555-7781'])
    expect((await find(q)).guests, q).toMatchObject(both)
  expect((await find('bo xylander')).guests).toMatchObject([both[0]])
  expect((await find(`#${reservationId}`)).guests[0]).toMatchObject({ id: reservationId })
  await purge(app, reservationId)
  expect((await find('xylander')).guests).toMatchObject([both[0]])
  expect(lines.join('\n')).toContain('search.find')
  expect(lines.join('\n')).not.toMatch(/xylander|555\D?7781/i)
})

test('marks events that visitors cannot see yet, and their guests', async () => {
  const { db } = app.services
  const publishAt = new Date('2027-05-20T15:00:00Z')
  const draft = await makeEvent(db, { name: 'Yarrow draft', status: 'draft' })
  await makeEvent(db, { name: 'Yarrow later', status: 'scheduled', publishAt })
  await makeEvent(db, { name: 'Yarrow public' })
  await admin.signUp({ eventId: draft.id, customerName: 'Yarrow Guest', email: 'yarrow@example.test' })
  const { events, guests } = await find('yarrow')
  const marks = new Map(events.map(({ name, unpublished }) => [name, unpublished]))
  expect(Object.fromEntries(marks)).toEqual({
    'Yarrow draft': { publishAt: null },
    'Yarrow later': { publishAt: publishAt.toISOString() },
    'Yarrow public': undefined,
  })
  expect(guests[0]?.event).toMatchObject({ id: draft.id, unpublished: { publishAt: null } })
})

test('finds a waitlist entry and an event by name, and an invoice by its number', async () => {
  const { id: eventId } = await makeEvent(app.services.db, {
    name: 'Quilting and Quiet',
    spots: 0,
    showWaitlist: true,
  })
  await joinWaitlist(app, { customerName: 'Wanda Waits', email: 'wanda@example.test', eventId })
  expect((await find('wanda')).waitlist).toMatchObject([{ state: 'waiting', event: { id: eventId } }])
  expect((await find('quiet quilting')).events).toMatchObject([{ id: eventId, cancelled: false }])
  const { reservationId } = await admin.signUp({ eventId: (await makeEvent(app.services.db)).id })
  const [invoice] = (await admin.look(reservationId)).invoices
  expect((await find(`#${invoice?.id}`)).invoices).toMatchObject([
    { reservationId, label: 'Remainder', amount: 45_000, customerName: 'Pat Doe' },
  ])
})

test('finds invoices and payments by their amount, with or without a dollar sign', async () => {
  const { id: eventId } = await makeEvent(app.services.db)
  const { reservationId } = await admin.signUp({
    eventId,
    customerName: 'Priya Nair',
    amount: 12_345,
    totalDue: 201_275,
  })
  const remainder = (await admin.look(reservationId)).invoices.find(({ amount }) => amount === 188_930)
  for (const q of ['1889.30', '$1,889.30', '$ 1889.30'])
    expect((await find(q)).invoices, q).toMatchObject([
      { id: remainder?.id, reservationId, customerName: 'Priya Nair', event: { id: eventId } },
    ])
  expect(
    await admin.browser.call(updateInvoice, {
      body: { updateInvoiceData: { id: remainder?.id ?? 0, paid: true, paymentMethod: 'check' } },
    }),
  ).toMatchObject({ ok: true })
  expect((await find('1889.30')).payments).toMatchObject([
    { reservationId, amount: 188_930, method: 'check', customerName: 'Priya Nair', event: { id: eventId } },
  ])
  expect((await find('1,88.30')).payments).toEqual([])
})

test('returns the found guests in pages, from the newest to the oldest', async () => {
  const { id: eventId } = await makeEvent(app.services.db, { spots: 100 })
  const made: number[] = []
  for (let nth = 0; nth < 22; nth += 1)
    made.push((await admin.signUp({ eventId, customerName: `Myra ${nth}` })).reservationId)
  const first = await find('myra')
  expect(first.guests.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 20))
  expect(first.next).toBe(made[2])
  const second = await find('myra', { before: first.next ?? 0 })
  expect(second).toMatchObject({ guests: [{ id: made[1] }, { id: made[0] }], next: null, events: [] })
})

test('returns found waitlist entries in pages, but first the one with exactly the typed e-mail, however old it is', async () => {
  const { id: eventId } = await makeEvent(app.services.db, { spots: 0, showWaitlist: true })
  for (let nth = 0; nth < 22; nth += 1)
    await joinWaitlist(app, { customerName: `Quinn ${nth}`, email: `quinn${nth}@example.test`, eventId })
  const first = await find('quinn')
  expect(first.waitlist.map(({ customerName }) => customerName)).toEqual(
    Array.from({ length: 20 }, (_, nth) => `Quinn ${21 - nth}`),
  )
  const second = await find('quinn', { beforeEntry: first.nextEntry ?? 0 })
  expect(second).toMatchObject({
    waitlist: [{ customerName: 'Quinn 1' }, { customerName: 'Quinn 0' }],
    nextEntry: null,
    guests: [],
  })
  expect((await find('quinn0@example.test')).waitlist).toMatchObject([{ customerName: 'Quinn 0' }])
})

test('shows for each guest of a party that the hold waits until the payer confirms by e-mail (R46.6)', async () => {
  const { id: eventId } = await makeEvent(app.services.db, { cost: 0 })
  const companions = [{ customerName: 'Zed Quillfeather', email: null }]
  const asked = { eventId, amount: 0, customerName: 'Yan Quillfeather', companions, attempt: randomUUID() }
  expect(await createGuest(app).order(asked)).toMatchObject({ ok: true })
  expect((await find('quillfeather')).guests).toMatchObject([
    { customerName: 'Zed Quillfeather', status: 'pending', waitsForMailbox: true },
    { customerName: 'Yan Quillfeather', status: 'pending', waitsForMailbox: true },
  ])
  const { reservationId } = await admin.signUp({ eventId, customerName: 'Xan Quillfeather' })
  expect((await find('xan quillfeather')).guests).toMatchObject([
    { id: reservationId, waitsForMailbox: false },
  ])
})
