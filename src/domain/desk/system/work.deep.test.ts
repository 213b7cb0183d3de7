/**
 * Tests that the frequent queries of the jobs table read as few rows after years as after a day. Finished jobs stay
 * in the table forever, except recurring ones. Counts rows, because times vary.
 */
import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outbox } from '#platform/database/schema/outbox.ts'
import { deleteDoneJobs } from '#platform/outbox-worker.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { rowsRead } from '#test/support/measures.ts'
import { countJobs, listWork } from './store.ts'

const MAILS = 300_000
/** How often a recurring job runs per day. */
const ROUNDS = 1440
const PERIODIC = ['expire-holds', 'find-missed-payments']
const NOW = new Date('2037-03-01T12:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const done = (kind: string, { count, every }: { count: number; every: string }) =>
    db.execute(sql`insert into outbox (kind, payload, dedupe_key, run_at, attempts, done_at)
      select ${kind}, '{}', ${kind} || ':' || n, at, 1, at
      from (select n, ${NOW.toISOString()}::timestamptz - n * ${every}::interval as at
        from generate_series(1, ${count}::int) as n) as work`)
  await done('send-email', { count: MAILS, every: '17 minutes' })
  await done('send-refund', { count: 1, every: '9 years' })
  for (const kind of PERIODIC) await done(kind, { count: ROUNDS + 10, every: '1 minute' })
  await db.insert(outbox).values([
    { kind: 'send-email', payload: {}, dedupeKey: 'late', runAt: NOW, lastError: 'server busy' },
    { kind: 'offer', payload: {}, dedupeKey: 'dead', runAt: NOW, deadAt: NOW },
  ])
})
afterAll(() => database.close())

test('for the System page, reads only the newest job of each kind and the unfinished jobs', async () => {
  const { db } = database
  const since = new Date(NOW.getTime() - 30 * 86_400_000)
  const work = await listWork(db, since)
  expect(work.map(({ kind }) => kind).toSorted()).toEqual(
    ['offer', 'send-email', 'send-refund', ...PERIODIC].toSorted(),
  )
  expect(work).toContainEqual({
    kind: 'send-email',
    lastDoneAt: '2037-03-01T11:43:00.000Z',
    waiting: 1,
    retrying: 1,
    dead: 0,
  })
  expect(work).toContainEqual({
    kind: 'send-refund',
    lastDoneAt: '2028-03-01T12:00:00.000Z',
    waiting: 0,
    retrying: 0,
    dead: 0,
  })
  expect(await rowsRead(db, () => listWork(db, since))).toBeLessThan(200)
  expect(await rowsRead(db, () => countJobs(db, NOW, since))).toBeLessThan(200)
})

test('deletes old finished runs of recurring jobs, and reads hardly any other rows', async () => {
  const { db } = database
  const kept = () => db.$count(outbox, inArray(outbox.kind, PERIODIC))
  const before = new Date(NOW.getTime() - 86_400_000)
  const read = await rowsRead(db, () => deleteDoneJobs(db, { kinds: PERIODIC, before }))
  expect(await kept()).toBe(PERIODIC.length * ROUNDS)
  expect(read).toBeLessThan(200)
})
