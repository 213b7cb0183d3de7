/**
 * Tests the two pages of a reservation. The address of the admin's page has the reservation's id, and the
 * address of the guest's page has its uuid.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { loadPages } from '#test/support/server/real-pages.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as root from '#app/root.tsx'
import * as guestPage from '#app/guest/private-page/complete-reservation.tsx'
import * as adminPage from './reservation.tsx'

const app = await openTestApp({
  now: new Date('2027-03-01T19:00:00Z'),
  parts: {
    loadBuild: loadPages({
      root,
      'reservation/:reservationId': adminPage,
      'complete-reservation/:uuid': guestPage,
    }),
  },
})
const admin = await app.signIn({ admin: true })
const eventId = (await makeEvent(app.services.db, { name: 'The Open Week' })).id

const ana = { customerName: 'Ana Ortiz', email: 'ana@example.test', status: 'confirmed' } as const

async function read(path: string, browser = admin) {
  const response = await browser.fetch(path)
  const text = await response.text()
  // Removes the scripts from the page's HTML. The scripts contain the page's data a second time, for React.
  return { response, text, seen: text.replaceAll(/<script.*?<\/script>/gs, '') }
}

test('shows an admin the reservation even if the browser runs no scripts, and never caches the page (R12.2)', async () => {
  const { id, uuid } = await makeReservation(app.services, eventId, ana)
  const { response, seen } = await read(`/reservation/${id}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(seen).toMatch(
    /Ana Ortiz.*The Open Week.*Confirmed.*\$0\.00(?:<[^>]*>)+ of (?:<[^>]*>)+\$900\.00(?:<[^>]*>)+ paid.*Terms of Stay not agreed to/s,
  )
  expect(seen).toContain('noindex')
  expect(seen).toContain(`href="/complete-reservation/${uuid}"`)
  const other = await app.signIn({ admin: false })
  for (const browser of [app.browser(), other])
    expect((await read(`/reservation/${id}`, browser)).text).not.toContain('Ana Ortiz')
})

test('opens the reservation for managers and the front desk, and shows the kitchen and the bookkeeper nothing of it (R14.11)', async () => {
  const { id } = await makeReservation(app.services, eventId, ana)
  for (const role of ['manager', 'desk'] as const)
    expect((await read(`/reservation/${id}`, await app.signIn({ role }))).seen).toContain('Ana Ortiz')
  for (const role of ['kitchen', 'bookkeeper'] as const) {
    const { text } = await read(`/reservation/${id}`, await app.signIn({ role }))
    expect(text).not.toMatch(/Ana Ortiz|ana@example/)
  }
})

test('shows no button to write a message to a guest without an e-mail address', async () => {
  const { id } = await makeReservation(app.services, eventId, ana)
  expect((await read(`/reservation/${id}`)).seen).toContain('Write a message')
  await app.services.db
    .update(reservations)
    .set({ email: null, emailHash: null })
    .where(eq(reservations.id, id))
  const { seen } = await read(`/reservation/${id}`)
  expect(seen).toContain('Call them instead.')
  expect(seen).not.toContain('Write a message')
})

test.each([
  '/reservation/999999',
  '/reservation/0',
  '/reservation/12x',
  '/reservation/99999999999999999999',
  '/reservation/1%2F2',
  '/complete-reservation/7d2f0a54-6f0b-4d5c-9b0e-2f6b1f3c5a11',
])('returns 404 at %s, because this reservation does not exist (R12.2)', async (path) => {
  const { response, seen } = await read(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(seen).toMatch(/<h1[^>]*>Reservation not found<\/h1>/)
})

test('shows only amounts and days of a reservation after the purge, and no fields to edit', async () => {
  const { id } = await makeReservation(app.services, eventId, ana)
  await app.services.db
    .update(reservations)
    .set({ customerName: null, email: null, emailHash: null, purgedAt: new Date('2027-02-28T19:00:00Z') })
    .where(eq(reservations.id, id))
  const { response, text, seen } = await read(`/reservation/${id}?edit`)
  expect(response.status).toBe(200)
  expect(text).not.toMatch(/Ana Ortiz|ana@example/)
  expect(seen).toMatch(
    /was deleted.*Sun, Feb 28, 2027.*\$0\.00(?:<[^>]*>)+ of (?:<[^>]*>)+\$900\.00(?:<[^>]*>)+ paid/s,
  )
  expect(seen).not.toMatch(
    /Edit|Delete Reservation|Cancel reservation|Add invoice|<textarea|complete-reservation/,
  )
})
