/**
 * Checks the list of events for any page size: all pages together contain each event once, in the order of start and
 * id (R10.3).
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, isDay } from '#shared/days.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type EventRow, makeEvent } from '#test/support/factories.ts'
import { listPage, readCursor, writeCursor } from './handlers.ts'
import type { Cursor } from './store/catalog.ts'

const TODAY = '2027-05-06'
const NOW = new Date('2027-05-06T18:00:00Z')

let database: TestDatabase
const all: EventRow[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  // The start days are only nine different days, some of them past, so that many events start on the same day.
  const facts = fc.record({ from: fc.integer({ min: -4, max: 4 }), hidden: fc.integer({ min: 0, max: 3 }) })
  for (const { from, hidden } of fc.sample(facts, 30)) {
    const password = hidden === 0 ? 'Yucca' : null
    all.push(await makeEvent(database.db, { startDateDate: addDays(TODAY, from), password }))
  }
})
afterAll(() => database.close())

const byStart = (one: EventRow, other: EventRow) =>
  one.startDateDate.localeCompare(other.startDateDate) || one.id - other.id

/** Requests one page of the list after another. Returns the event ids, one array per page. */
async function walk(when: Cursor['when'], limit: number, admin: boolean): Promise<number[][]> {
  const pages: number[][] = []
  let after: Cursor | null = null
  do {
    const page = await listPage(database.db, { when, limit, after, now: NOW, admin })
    pages.push(page.events.map(({ id }) => id))
    after = page.nextCursor === null ? null : readCursor(page.nextCursor)
    expect(after === null).toBe(page.nextCursor === null)
  } while (after !== null && pages.length <= all.length + 1)
  return pages
}

test('lists every event once and in order, and only the last page is shorter than the limit', async () => {
  const asked = fc.record({
    when: fc.constantFrom('current' as const, 'past' as const),
    limit: fc.integer({ min: 1, max: 12 }),
    admin: fc.boolean(),
  })
  const holds = fc.asyncProperty(asked, async ({ when, limit, admin }) => {
    const pages = await walk(when, limit, admin)
    const wanted = all
      .filter(({ startDateDate, password }) => {
        return startDateDate > TODAY === (when === 'current') && (admin || password === null)
      })
      .toSorted(byStart)
      .map(({ id }) => id)
    // The first page of past events contains the newest ones, but each page is in ascending order.
    expect((when === 'past' ? pages.toReversed() : pages).flat()).toEqual(wanted)
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit)
    expect(pages.at(-1)?.length ?? 0).toBeLessThanOrEqual(limit)
  })
  await fc.assert(holds, { numRuns: 12 })
})

test('reads every cursor that the list of events wrote, and rejects any other text', () => {
  const cursor = fc.record({
    when: fc.constantFrom('current' as const, 'past' as const),
    start: fc.integer({ min: -20_000, max: 20_000 }).map((days) => addDays(TODAY, days)),
    id: fc.integer({ min: 1, max: 2_147_483_647 }),
  })
  fc.assert(
    fc.property(cursor, (one) => {
      expect(readCursor(writeCursor(one))).toEqual(one)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readCursor(text)
      if (read !== null) expect([isDay(read.start), writeCursor(read)]).toEqual([true, text])
    }),
  )
})
