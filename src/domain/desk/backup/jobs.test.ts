import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outbox } from '#platform/database/schema/outbox.ts'
import { backupProofs } from '#platform/database/schema/site.ts'
import type { Job } from '#platform/job.ts'
import { createLog } from '#platform/log.ts'
import { createWorker } from '#platform/outbox-worker.ts'
import { createClock, type Clock } from '#test/support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type BackupMaker, makeBackupJob, startBackupJob, type BackupResult } from './jobs.ts'
import { MAKE_BACKUP } from './rules.ts'

/** At 02:00 at the ranch, an hour before the nightly backup. */
const TWO = new Date('2027-05-06T08:00:00Z')
type Made = Extract<BackupResult, { outcome: 'made' }>
const MADE: Made = { outcome: 'made', file: 'a', bytes: 9, rows: 5, files: 1, problems: [], again: false }
const UNCOPIED: Made = { ...MADE, problems: ['It could not be copied.'], again: true }

let database: TestDatabase
let site: BackupJobsSite
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await database.db.delete(outbox)
  await database.db.delete(backupProofs)
  site = openBackupJobsSite()
})
afterAll(() => database.close())

interface BackupJobsSite {
  clock: Clock
  made: Date[]
  swept: number
  removed: string[]
  next: BackupResult
  start: Job
  make: Job
  /** Runs the recurring job that enqueues backups, and then the jobs that it enqueued. */
  look(): Promise<void>
}

/** Opens the backup jobs of one process, whose clock starts at 02:00. */
function openBackupJobsSite(): BackupJobsSite {
  const { db } = database
  const clock = createClock(TWO)
  const made: Date[] = []
  const facts = { db, now: clock.now, log: createLog({ level: 'silent' }) }
  const maker: BackupMaker = {
    make: async (madeAt) => {
      made.push(madeAt)
      return opened.next
    },
    sweep: async () => (opened.swept += 1),
    remove: async (file) => opened.removed.push(file),
  }
  const start = startBackupJob(facts)
  const make = makeBackupJob({ ...facts, maker })
  const opened: BackupJobsSite = {
    clock,
    made,
    swept: 0,
    removed: [],
    next: MADE,
    start,
    make,
    look: async () => {
      await start.run({}, { attempt: 1 })
      await createWorker({ ...facts, jobs: [make] }).runDue()
    },
  }
  return opened
}

const proofs = () => database.db.select().from(backupProofs)

test('makes one backup per night, from 03:00 at the ranch on, however often the backup job runs', async () => {
  site.clock.advance({ hours: 1 })
  await site.look()
  site.clock.advance({ hours: 5 })
  await site.look()
  expect([site.made.length, site.swept]).toEqual([1, 1])
  expect(await proofs()).toMatchObject([{ day: '2027-05-06', outcome: 'proved', file: 'a', rows: 5 }])
  site.clock.advance({ hours: 24 })
  await site.look()
  expect(site.made).toHaveLength(2)
})

test('enqueues one backup when two processes run the job at the same time', async () => {
  site.clock.advance({ hours: 1 })
  await Promise.all([1, 2].map(() => site.start.run({}, { attempt: 1 })))
  const promised = await database.db.select().from(outbox).where(eq(outbox.kind, MAKE_BACKUP.kind))
  expect(promised).toHaveLength(1)
})

test('makes the first backup half an hour after the site has started', async () => {
  site.clock.advance({ minutes: 29 })
  await site.look()
  expect(await proofs()).toEqual([])
  site.clock.advance({ minutes: 1 })
  await site.look()
  // It is before 03:00 at the ranch, so the missing backup is the one of the night before.
  expect(await proofs()).toMatchObject([{ day: '2027-05-05' }])
})

test('reports a failed backup, retries it, and replaces the reported failure once the retry succeeds', async () => {
  site.clock.advance({ hours: 1 })
  site.next = { outcome: 'failed', why: 'The disk is full.' }
  await site.look()
  expect(await proofs()).toMatchObject([{ outcome: 'failed', file: null, problems: ['The disk is full.'] }])
  site.clock.advance({ minutes: 2 })
  site.next = MADE
  await site.look()
  expect(await proofs()).toMatchObject([{ outcome: 'proved', problems: [] }])
})

test('reports a backup that its trial restore proves broken, but keeps the file', async () => {
  site.clock.advance({ hours: 1 })
  site.next = { ...MADE, problems: ['public.events was restored with 1 of 2 rows, or with different ones.'] }
  await site.look()
  expect(await proofs()).toMatchObject([{ outcome: 'broken', file: 'a' }])
  site.clock.advance({ hours: 1 })
  await site.look()
  expect(site.made).toHaveLength(1)
})

test('makes a backup again an hour after its copy to the bucket failed, and replaces a backup only by a better one', async () => {
  site.clock.advance({ hours: 1 })
  site.next = UNCOPIED
  await site.look()
  expect(await proofs()).toMatchObject([{ outcome: 'broken', file: 'a', problems: UNCOPIED.problems }])
  site.clock.advance({ minutes: 50 })
  await site.look()
  expect(site.made).toHaveLength(1)
  site.clock.advance({ minutes: 11 })
  site.next = { outcome: 'failed', why: 'The disk is full.' }
  await site.look()
  expect(site.made).toHaveLength(2)
  expect(await proofs()).toMatchObject([{ outcome: 'broken', file: 'a' }])
  expect(site.removed).toEqual([])
  site.clock.advance({ minutes: 11 })
  site.next = { ...MADE, file: 'b' }
  await site.look()
  expect(await proofs()).toMatchObject([{ outcome: 'proved', file: 'b', problems: [] }])
  expect(site.removed).toEqual(['a'])
  site.clock.advance({ hours: 2 })
  await site.look()
  expect(site.made).toHaveLength(3)
})

test('leaves the backup to the next process if the site stops during the backup', async () => {
  site.clock.advance({ hours: 1 })
  site.next = { outcome: 'stopped' }
  await site.start.run({}, { attempt: 1 })
  const result = await site.make.run({ day: '2027-05-06' }, { attempt: 1 })
  expect(result).toEqual({ retryAt: site.clock.now(), reason: 'The site was stopped' })
  expect(await proofs()).toEqual([])
})
