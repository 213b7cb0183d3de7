import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { outbox } from './database/schema/outbox.ts'
import { createLog } from './log.ts'
import { createWorker } from './outbox-worker.ts'
import { nightlyRetry, periodicJob } from './job.ts'
import { enqueuePeriodicJobs } from './schedule.ts'

let database: TestDatabase
const START = new Date('2027-01-01T12:00:00Z')
const minutes = (count: number) => new Date(START.getTime() + count * 60_000)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.delete(outbox))

const HOLDS = 'expire-holds'
const tick = (now: Date, kinds = [HOLDS]) =>
  enqueuePeriodicJobs(database.db, { kinds, now, everySeconds: 60 })
const promised = async () => (await database.db.select().from(outbox)).map((row) => row.kind)

async function work(now: Date): Promise<number> {
  const jobs = [periodicJob(HOLDS, async () => {})]
  const log = createLog({ level: 'silent' })
  return createWorker({ db: database.db, now: () => now, log, jobs }).runDue()
}

test('enqueues one periodic job per time slot from many processes', async () => {
  await Promise.all([tick(START), tick(START), tick(new Date(START.getTime() + 59_000))])
  expect(await promised()).toEqual([HOLDS])
  expect(await work(START)).toBe(1)
  await tick(START)
  expect(await work(START)).toBe(0)
})

test('enqueues the next periodic job in the next time slot', async () => {
  await tick(START)
  await work(START)
  await tick(minutes(1))
  expect(await work(minutes(1))).toBe(1)
})

test('leaves only one waiting job of each kind after an outage, not one per minute', async () => {
  for (let minute = 0; minute < 60; minute += 1) await tick(minutes(minute), [HOLDS, 'find-missed-payments'])
  expect((await promised()).toSorted()).toEqual([HOLDS, 'find-missed-payments'])
})

test('deletes finished periodic jobs after a day', async () => {
  await tick(START)
  await work(START)
  await tick(minutes(25 * 60))
  expect(await promised()).toEqual([HOLDS])
})

test('retries a failed nightly job with growing pauses, at least every hour', () => {
  const tried = [1, 2, 3, 7, 50].map((attempt) => nightlyRetry(attempt, START))
  expect(tried).toEqual([1, 2, 4, 60, 60].map(minutes))
})
