/**
 * Tests that the API returns the guests of a large event in parts (R20.7). The first guests come with the event, and
 * the others page by page.
 */
import { expect, test } from 'vitest'
import { arrivals } from '#platform/database/schema/arrivals.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { listGuests } from './contract.ts'

const GUESTS = 260

const app = await openTestApp()
const admin = await app.signIn({ admin: true })
const event = await makeEvent(app.services.db, {
  spots: 300,
})
await takeSpots(app.services, event.id, { spots: GUESTS })

async function eventWith(query: { guests?: number }) {
  const found = await admin.call(getEvent, { query: { eventUrlName: event.urlName, ...query } })
  if (!found.ok || !('reservations' in found.data))
    throw new Error('The reply is not the admin view of the event')
  const { reservations, reservationCount, reservedSpots } = found.data
  return { ids: reservations.map(({ id }) => id), reservationCount, reservedSpots }
}

test('returns an event with its first guests and the number of all, or with all guests if no limit is set', async () => {
  const all = await eventWith({})
  expect(all.ids).toHaveLength(GUESTS)
  const counts = { reservationCount: GUESTS, reservedSpots: GUESTS }
  expect(all).toMatchObject(counts)
  expect(await eventWith({ guests: 100 })).toEqual({ ids: all.ids.slice(0, 100), ...counts })
  expect(await eventWith({ guests: 0 })).toEqual({ ids: [], ...counts })
})

const read = (after: number) => admin.call(listGuests, { query: { id: event.id, after } })

test('returns as few guests as the caller asks for, with the id after which the next page begins', async () => {
  const { ids } = await eventWith({ guests: 3 })
  const page = await admin.call(listGuests, { query: { id: event.id, limit: 3 } })
  expect(page.ok && page.data.guests.map(({ id }) => id)).toEqual(ids)
  expect(page.ok && page.data.next).toBe(ids[2])
})

test("returns an event's other guests page by page, without gaps, and only with the fields of the roster", async () => {
  const { ids } = await eventWith({})
  const others: number[] = []
  for (let after: number | null = ids[99] ?? 0; after !== null;) {
    const page = await read(after)
    if (!page.ok) throw new Error(page.message)
    others.push(...page.data.guests.map(({ id }) => id))
    after = page.data.next
  }
  expect(others).toEqual(ids.slice(100))
  const { guests, next } = await read(0).then((page) => (page.ok ? page.data : { guests: [], next: null }))
  expect(next).toBe(guests.at(-1)?.id)
  expect(guests.length).toBeLessThan(GUESTS)
  expect(Object.keys(guests[0] ?? {})).not.toContain('uuid')
  expect(Object.keys(guests[0] ?? {})).not.toContain('medicalConditions')
})

test('shows in the list of guests when and how each guest arrives, if the guest has entered that (R36.6)', async () => {
  const page = await read(0)
  const first = page.ok ? page.data.guests[0] : undefined
  const told = { day: event.startDateDate, time: '15:30', by: 'car' as const }
  const row = { reservationId: first?.id ?? 0, ...told, updatedAt: app.clock.now() }
  await app.services.db.insert(arrivals).values(row)
  const again = await read(0)
  const shown = again.ok ? again.data.guests.slice(0, 2) : []
  expect(shown.map(({ arrival }) => arrival && arrival.told)).toEqual([told, null])
})

test('returns 404 for the guests of an unknown event', async () => {
  expect(await admin.call(listGuests, { query: { id: 999_999 } })).toMatchObject({ status: 404 })
})
