import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { openTestDatabase, type TestDatabase, testDatabaseKind } from '#test/support/database.ts'
import { outbox } from './database/schema/outbox.ts'
import { createLog } from './log.ts'
import { type Job, type JobFacts, type JobResult, job } from './job.ts'
import { enqueue, enqueueAgain, jobKind, renameKinds } from './outbox.ts'
import { claim, createWorker, finish, LEASE_MS, nextDue, retryAfter } from './outbox-worker.ts'

let database: TestDatabase
let now: Date
const START = new Date('2027-01-01T12:00:00Z')
const logged: string[] = []
const log = createLog({ destination: { write: (line: string) => void logged.push(line) } })

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  now = START
  await database.db.delete(outbox)
})

const MAIL = jobKind('mail', z.object({ key: z.string() }))
type Run = (input: { key: string }, facts: JobFacts) => Promise<JobResult>
const mail = (run: Run): Job[] => [job(MAIL, run)]
const worker = (run: Run) => createWorker({ db: database.db, now: () => now, log, jobs: mail(run) })
const later = (ms: number) => new Date(START.getTime() + ms)

async function promise(key: string, kind = 'mail', runAt = START): Promise<boolean> {
  return database.db.transaction((tx) => enqueue(tx, { kind }, { input: { key }, dedupeKey: key, runAt }))
}

const again = (runAt = START) =>
  database.db.transaction((tx) => enqueueAgain(tx, MAIL, { input: { key: 'a' }, dedupeKey: 'a', runAt }))

async function row(key: string) {
  const [found] = await database.db.select().from(outbox).where(eq(outbox.dedupeKey, key))
  if (!found) throw new Error(`no row ${key}`)
  return found
}

/** Creates a job handler that records its calls and returns the given results in order. */
function noting(...answers: (JobResult | Error)[]) {
  const calls: string[] = []
  const handler: Run = async ({ key }, { attempt }) => {
    calls.push(`${key}#${attempt}`)
    const answer = answers.shift() ?? 'done'
    if (answer instanceof Error) throw answer
    return answer
  }
  return { calls, handler }
}

describe('the function that enqueues a job', () => {
  test('creates one row per dedupe key', async () => {
    expect(await promise('a')).toBe(true)
    expect(await promise('a')).toBe(false)
    const { calls, handler } = noting()
    expect(await worker(handler).runDue()).toBe(1)
    expect(await promise('a')).toBe(false)
    expect(await worker(handler).runDue()).toBe(0)
    expect(calls).toEqual(['a#1'])
  })

  test('enqueues no job if the transaction of its cause fails', async () => {
    const failing = database.db.transaction(async (tx) => {
      await enqueue(tx, MAIL, { input: { key: 'gone' }, dedupeKey: 'gone', runAt: START })
      throw new Error('the cause failed')
    })
    await expect(failing).rejects.toThrow('the cause failed')
    expect(await database.db.select().from(outbox)).toEqual([])
  })
})

/** Creates a job that enqueues itself three times during each of its first runs. */
function busy(runs: { result?: JobResult; runAt?: Date }[]) {
  const seen = { running: 0, most: 0, begun: 0, attempts: [] as number[] }
  const handler: Run = async (_, { attempt }) => {
    const run = runs[seen.begun]
    seen.begun += 1
    seen.attempts.push(attempt)
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    if (run) for (let time = 0; time < 3; time += 1) await again(run.runAt)
    // Three workers look for jobs at the same time.
    await Promise.all([1, 2, 3].map(() => worker(handler).runDue()))
    seen.running -= 1
    return run?.result ?? 'done'
  }
  return { seen, handler }
}

describe('for a job that is enqueued again while it runs (R20.12), the outbox', () => {
  test('runs a job once more if it is enqueued during its run, never twice at the same time', async () => {
    await promise('a')
    logged.length = 0
    const { seen, handler } = busy([{}, {}])
    await worker(handler).runDue()
    expect(seen).toMatchObject({ begun: 3, most: 1, attempts: [1, 1, 1] })
    expect(await row('a')).toMatchObject({ doneAt: START, leasedUntil: null, leaseToken: null })
    expect(logged.join('')).not.toContain('outlived its lease')
  })

  test('runs a job once more at the new time if it was enqueued again during a run that failed or gave up', async () => {
    for (const result of [{ giveUp: 'no' }, { retryAt: later(500_000), reason: 'busy' }]) {
      await database.db.delete(outbox)
      now = START
      await promise('a')
      const { seen, handler } = busy([{ result, runAt: later(60_000) }])
      await worker(handler).runDue()
      expect(await row('a')).toMatchObject({ doneAt: null, deadAt: null, runAt: later(60_000) })
      now = later(60_000)
      await worker(handler).runDue()
      expect(seen).toMatchObject({ begun: 2, most: 1 })
      expect(await row('a')).toMatchObject({ doneAt: now })
    }
  })

  test('lets another worker take a job once the lease expires, and logs that the first worker lost it', async () => {
    await promise('a')
    const slow = await claim(database.db, { kinds: ['mail'], token: 'slow', now })
    await again()
    now = later(LEASE_MS)
    const { calls, handler } = noting()
    await worker(handler).runDue()
    expect(calls).toEqual(['a#1'])
    if (!slow) throw new Error('nothing was claimed')
    expect(await finish(database.db, slow, { end: 'done', at: now })).toBe(false)
  })
})

describe('an outbox worker', () => {
  test('queries the database once when no job is due, and runs several jobs at a time when many are due', async () => {
    const asked = vi.spyOn(database.db, 'update')
    expect(await worker(async () => 'done').runDue()).toBe(0)
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
    for (const key of ['a', 'b', 'c', 'd', 'e']) await promise(key)
    const { promise: free, resolve: letGo } = Promise.withResolvers<'done'>()
    let begun = 0
    const working = worker(() => ((begun += 1), free)).runDue()
    await expect.poll(() => begun).toBe(4)
    letGo('done')
    expect(await working).toBe(5)
  })

  test('ignores jobs that are not due, and jobs without a handler', async () => {
    await promise('tomorrow', 'mail', later(86_400_000))
    await promise('other', 'unknown')
    const { calls, handler } = noting()
    await worker(handler).runDue()
    expect(calls).toEqual([])
    now = later(86_400_000)
    await worker(handler).runDue()
    expect(calls).toEqual(['tomorrow#1'])
  })

  test('fails a job whose input does not match its kind', async () => {
    const { db } = database
    await db.insert(outbox).values({ kind: 'mail', payload: { key: 7 }, dedupeKey: 'a', runAt: START })
    const { calls, handler } = noting()
    await worker(handler).runDue()
    expect(calls).toEqual([])
    expect(await row('a')).toMatchObject({
      doneAt: null,
      lastError: expect.stringContaining('the input of mail is wrong: key: '),
    })
  })

  test('retries a job that asks for it, and stores the reason', async () => {
    await promise('a')
    const { calls, handler } = noting({ retryAt: later(60_000), reason: 'server busy' })
    await worker(handler).runDue()
    expect(await row('a')).toMatchObject({ lastError: 'server busy', doneAt: null, leasedUntil: null })
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({ kind: 'mail', reason: 'server busy' })
    now = later(59_999)
    await worker(handler).runDue()
    now = later(60_000)
    await worker(handler).runDue()
    expect(calls).toEqual(['a#1', 'a#2'])
    expect(await row('a')).toMatchObject({ lastError: null, doneAt: now })
  })

  test('stops retrying a job that gives up, and keeps its row visible', async () => {
    await promise('a')
    const { calls, handler } = noting({ giveUp: 'no such mailbox' })
    await worker(handler).runDue()
    now = later(86_400_000)
    await worker(handler).runDue()
    expect(calls).toEqual(['a#1'])
    expect(await row('a')).toMatchObject({ deadAt: START, lastError: 'no such mailbox' })
  })

  test('retries with a pause after an exception, and stores no personal data', async () => {
    await promise('a')
    const { calls, handler } = noting(new Error('refused by sam@example.test'))
    await worker(handler).runDue()
    const failed = await row('a')
    expect(failed.runAt).toEqual(later(5_000))
    expect(failed.lastError).not.toContain('sam@')
    now = failed.runAt
    await worker(handler).runDue()
    expect(calls).toEqual(['a#1', 'a#2'])
  })

  test('runs the other jobs when one fails', async () => {
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => promise(key)))
    const { calls, handler } = noting(new Error('broken'))
    expect(await worker(handler).runDue()).toBe(6)
    expect(calls).toHaveLength(6)
  })

  test('leaves no rejection unhandled when the database is lost while another job runs (R20.4)', async () => {
    for (const key of ['a', 'b']) await promise(key)
    const slow = Promise.withResolvers<JobResult>()
    const claims: string[] = []
    const db = Object.create(database.db, {
      select: {
        value: (columns: { id: typeof outbox.id }) => {
          claims.push('claim')
          if (claims.length > 2) throw new Error('the database is lost')
          return database.db.select(columns)
        },
      },
    }) as typeof database.db
    const jobs = mail(async ({ key }) => (key === 'a' ? slow.promise : 'done'))
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))

    const running = createWorker({ db, now: () => now, log, jobs }).runDue()
    await expect.poll(() => claims.length).toBeGreaterThan(2)
    await new Promise((resolve) => setTimeout(resolve, 0))
    slow.resolve('done')
    await expect(running).rejects.toThrow('the database is lost')
    expect(unhandled).not.toHaveBeenCalled()
    expect((await row('a')).doneAt).toEqual(START)
  })

  test('runs due jobs on its own once started, and stops', async () => {
    await promise('a')
    const done = Promise.withResolvers<JobResult>()
    const running = worker(async () => (done.resolve('done'), 'done'))
    running.start(3600)
    await done.promise
    await running.stop()
    expect(await row('a')).toMatchObject({ doneAt: START })
    await promise('b')
    running.wake()
    await running.stop()
    expect(await row('b')).toMatchObject({ attempts: 0 })
  })
})

async function stored() {
  const found = await database.db.select().from(outbox).orderBy(outbox.id)
  return found.map(({ kind, doneAt, deadAt }) => [kind, doneAt ? 'done' : deadAt ? 'dead' : 'waiting'])
}

describe('the function that renames the kinds of stored jobs', () => {
  test('renames waiting, finished and given-up jobs, and leaves jobs of other kinds', async () => {
    for (const key of ['waiting', 'done', 'dead']) await promise(key, 'old')
    await promise('other', 'unknown')
    await database.db.update(outbox).set({ doneAt: START }).where(eq(outbox.dedupeKey, 'done'))
    await database.db.update(outbox).set({ deadAt: START }).where(eq(outbox.dedupeKey, 'dead'))
    await renameKinds(database.db, { old: 'mail', gone: 'never' })
    const renamed = [
      ['mail', 'waiting'],
      ['mail', 'done'],
      ['mail', 'dead'],
      ['unknown', 'waiting'],
    ]
    expect(await stored()).toEqual(renamed)
    const { calls, handler } = noting()
    await worker(handler).runDue()
    expect(calls).toEqual(['waiting#1'])
  })

  test('renames jobs that a process of the old version enqueued in the meantime', async () => {
    await renameKinds(database.db, { old: 'mail' })
    await promise('late', 'old')
    await renameKinds(database.db, { old: 'mail' })
    expect(await stored()).toEqual([['mail', 'waiting']])
  })
})

describe('with leases of jobs, the outbox', () => {
  const kinds = ['mail']

  test('runs a job again after the lease of a killed worker expires', async () => {
    await promise('a')
    // Simulates a worker that was killed after the work but before it marked the job as finished. The row
    // stays leased and unfinished.
    const killed = await claim(database.db, { kinds, token: 'killed', now })
    expect(killed).toMatchObject({ attempt: 1 })
    expect(await nextDue(database.db, kinds)).toEqual(later(LEASE_MS))
    const { calls, handler } = noting()
    await worker(handler).runDue()
    expect(calls).toEqual([])
    now = later(LEASE_MS)
    await worker(handler).runDue()
    expect(calls).toEqual(['a#2'])
  })

  test('does not let a worker finish a job after losing the job’s lease', async () => {
    await promise('a')
    const slow = await claim(database.db, { kinds, token: 'slow', now })
    now = later(LEASE_MS)
    const fresh = await claim(database.db, { kinds, token: 'fresh', now })
    if (!slow || !fresh) throw new Error('both should have had the job')
    expect(await finish(database.db, slow, { end: 'dead', at: now, reason: 'late' })).toBe(false)
    expect(await finish(database.db, fresh, { end: 'done', at: now })).toBe(true)
    expect(await row('a')).toMatchObject({ deadAt: null, doneAt: now })
  })
})

test('retries a failing job with pauses up to four minutes, and stops after some hours', () => {
  const waits = [1, 2, 3, 4, 20].map(
    (attempt) => (retryAfter(attempt, START)?.getTime() ?? 0) - START.getTime(),
  )
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 240_000])
  expect(retryAfter(80, START)).toBeNull()
})

if (testDatabaseKind() === 'postgres') {
  test('runs every job exactly once with two workers on one database', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `job-${index}`)
    for (const key of keys) await promise(key)
    const { calls, handler } = noting()
    const counts = await Promise.all([1, 2].map(() => worker(handler).runDue()))
    expect(counts[0]! + counts[1]!).toBe(60)
    expect(calls.toSorted()).toEqual(keys.map((key) => `${key}#1`).toSorted())
  })
}
