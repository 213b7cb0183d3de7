import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteReservation } from '#domain/booking/contract/admin.ts'
import { createInvoice, deleteInvoice } from '#domain/booking/contract/invoices.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { createCalendarEvent, deleteCalendarEvent, updateCalendarEvent } from '#domain/calendar/contract.ts'
import { deleteEvent } from '#domain/booking/contract/event.ts'
import { deletePhoto, orderPhotos, updatePhoto } from '#domain/events/contract/event.ts'
import { addPhoto } from '#domain/events/store/events.ts'
import { makeByCall, update } from '#test/support/events/admin-calls.ts'
import { openDetails } from '#platform/audit.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { type AuditEntryShown, listAudit } from './contract.ts'
import { auditSentence } from '#app/admin/history/labels.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const GUEST = { customerName: 'Vera Quandong', email: 'vera@quandong.example' }
let admin: TestBrowser
const app = await openTestApp({ now: NOW })
admin = await app.signIn({ admin: true })

const sentences = (entries: AuditEntryShown[]) =>
  entries.map((entry) =>
    auditSentence(entry, 'event')
      .map(({ text }) => text)
      .join(''),
  )

async function read(query: { eventId?: number; cursor?: number } = {}) {
  const found = await admin.call(listAudit, { query })
  if (!found.ok) throw new Error(found.code)
  return found.data
}

test('shows who edited an event, when, and which fields, but never the values, on the History page', async () => {
  const { id } = await makeByCall(admin, { password: 'Saguaro' })
  app.clock.advance({ minutes: 1 })
  await update(admin, { id, name: 'Whetstone Days', password: 'Ocotillo', spots: 9 })
  const { entries } = await read({ eventId: id })
  const by = { actor: 'admin:the-admin', actorEmail: 'admin@example.test', entity: 'event', entityId: id }
  expect(entries).toMatchObject([
    {
      ...by,
      action: 'event.updated',
      fields: ['name', 'password'],
      eventName: 'Whetstone Days',
      at: app.clock.now().toISOString(),
    },
    { ...by, action: 'event.created', fields: [], eventId: id, at: NOW.toISOString() },
  ])
  const stored = JSON.stringify(await app.services.db.select().from(auditEntries))
  for (const secret of ['Saguaro', 'Ocotillo', 'Whetstone', 'admin@example.test'])
    expect(stored).not.toContain(secret)
})

test('writes one audit entry per photo that an admin describes, moves or deletes, even for a repeated request', async () => {
  const { id } = await makeByCall(admin)
  const { db } = app.services
  const add = (url: string) => db.transaction((tx) => addPhoto(tx, { eventId: id, url, at: app.clock.now() }))
  const [one, two] = [await add('/uploads/a.jpg'), await add('/uploads/b.jpg')]
  const [first = 0, second = 0] = [one?.id, two?.id]
  await admin.call(updatePhoto, { body: { id: first, alt: 'Dusk' } })
  await admin.call(updatePhoto, { body: { id: first, alt: 'Dusk' } })
  await admin.call(orderPhotos, { body: { eventId: id, ids: [second, first] } })
  await admin.call(orderPhotos, { body: { eventId: id, ids: [second, first] } })
  await admin.call(deletePhoto, { query: { id: second } })
  const { entries } = await read({ eventId: id })
  expect(entries.slice(0, 3)).toMatchObject([
    { action: 'photo.deleted', entity: 'photo', entityId: second },
    { action: 'photos.ordered', entity: 'event', entityId: id },
    { action: 'photo.updated', entity: 'photo', entityId: first, fields: ['alt'] },
  ])
  expect(entries).toHaveLength(4)
})

test("shows on the event's History page what a guest did, and nothing else about the guest but the name", async () => {
  const guest = createGuest(app)
  const { id } = await makeByCall(admin, { cost: 90_000 })
  const held = await guest.hold(id, GUEST)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  const response = await admin.fetch(`/api/auth/audit?eventId=${id}`)
  const text = await response.text()
  for (const word of [GUEST.email, held.uuid, held.clientSecret, held.paymentIntent])
    expect(text).not.toContain(word)
  const { entries } = await read({ eventId: id })
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['reservation.confirmed', 'provider'],
    ['payment.recorded', 'provider'],
    ['reservation.held', 'guest'],
    ['event.created', 'admin:the-admin'],
  ])
  expect(entries.slice(0, 3).map(({ actorEmail }) => actorEmail)).toEqual([null, null, null])
  expect(sentences(entries)).toEqual([
    'Reservation of Vera Quandong confirmed',
    'Payment of $450.00 from Vera Quandong (Deposit)',
    'Sign-up of Vera Quandong started',
    'Event created',
  ])
  // An audit entry contains no copy of a guest's name. So once the guest's data is deleted, the History page cannot
  // show the name.
  const stored = await app.services.db.select().from(auditEntries).where(eq(auditEntries.eventId, id))
  const details = stored.map((row) => JSON.stringify(openDetails(app.services.sealer, row)))
  expect(details.join()).not.toContain('Quandong')
})

test('shows the names of an event and a calendar event on the History page even after they were deleted', async () => {
  const { id } = await makeByCall(admin, { name: 'Whetstone Nights' })
  await admin.call(deleteEvent, { query: { id } })
  const added = await admin.call(createCalendarEvent)
  const entry = added.ok ? added.data : { id: 0, title: '' }
  await admin.call(updateCalendarEvent, { body: { updateCalendarData: { id: entry.id, name: 'Branding' } } })
  await admin.call(deleteCalendarEvent, { query: { id: entry.id } })
  const { entries } = await read()
  expect(
    entries.slice(0, 5).map((told) =>
      auditSentence(told, 'site')
        .map(({ text }) => text)
        .join(''),
    ),
  ).toEqual([
    'Calendar event “Branding” deleted',
    'Calendar event “Branding” changed: title',
    'Calendar event “Branding” added',
    'Event Whetstone Nights deleted',
    'Event Whetstone Nights created',
  ])
})

test('returns the audit entries of the whole site in pages, newest first, with each entry on one page only', async () => {
  const { id } = await makeByCall(admin)
  for (let spots = 20; spots < 120; spots += 1) await update(admin, { id, spots })
  const seen: number[] = []
  let cursor: number | null = null
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(cursor === null ? {} : { cursor })
    expect(page.entries.length).toBeLessThanOrEqual(50)
    seen.push(...page.entries.map((entry) => entry.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  const all = await app.services.db.select().from(auditEntries)
  expect(new Set(seen).size).toBe(all.length)
})

test("names no guest on the History page after the reservation or the guest's data was deleted", async () => {
  const guest = createGuest(app)
  const event = { startDateDate: '2027-07-20', endDateDate: '2027-07-22', cost: 90_000 }
  const { id, name } = await makeByCall(admin, event)
  const [gone, stayed] = [
    await guest.hold(id, GUEST),
    await guest.hold(id, { ...GUEST, customerName: 'Ruth Quandong' }),
  ]
  await guest.pay(stayed.clientSecret)
  await app.runJobs()
  const label = 'Quandong’s saddle'
  const invoice = { reservationId: stayed.reservationId, amount: 5_000, description: label }
  const made = await admin.call(createInvoice, { body: { createInvoiceData: invoice } })
  await admin.call(deleteInvoice, { query: { id: made.ok ? made.data.invoice.id : 0 } })
  await admin.call(deleteReservation, { query: { id: gone.reservationId } })
  const before = await read({ eventId: id })
  expect(sentences(before.entries)).toContain(
    'Invoice “Quandong’s saddle” of $50.00 for Ruth Quandong deleted',
  )
  expect(sentences(before.entries)).toContain('Reservation of a deleted guest deleted')
  expect(JSON.stringify(before)).not.toContain('Vera')

  app.clock.set(new Date('2027-08-20T18:00:00Z'))
  await app.runJobs()
  await app.runJobs()
  // The admin's session expired during the days that the test skipped, so the admin signs in again.
  admin = await app.signIn({ admin: true })
  const after = await read({ eventId: id })
  expect(JSON.stringify(after)).not.toContain('Quandong')
  expect(sentences(after.entries)).toContain('Payment of $450.00 from a deleted guest (Deposit)')
  expect(after.entries.every(({ eventName }) => eventName === name)).toBe(true)
})
