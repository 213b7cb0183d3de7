import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { outbox } from '#platform/database/schema/outbox.ts'
import { job } from '#platform/job.ts'
import { enqueue, jobKind } from '#platform/outbox.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createJobRunner } from './job-runner.ts'

const { services } = await openTestApp()
const { db, settings } = services

const QUICK = jobKind('quick', z.object({}))
const SLOW = jobKind('slow', z.object({}))

const promise = (kind: typeof QUICK, key: string) =>
  db.transaction((tx) => enqueue(tx, kind, { input: {}, dedupeKey: key, runAt: services.now() }))

/** Starts a runner whose quick job enqueues a slow one, which enqueues another quick one. */
function start(jobsEverySeconds: number) {
  const jobs = [
    job(QUICK, async () => {
      await promise(SLOW, 'second')
      return 'done'
    }),
    job(
      SLOW,
      async () => {
        await promise(QUICK, 'third')
        return 'done'
      },
      { isSlow: true },
    ),
  ]
  const own = { ...services, settings: { ...settings, jobsEverySeconds } }
  const runner = createJobRunner(own, { jobs, afterWork: () => {} })
  onTestFinished(() => runner.stop())
  runner.start()
  return runner
}

async function isDone(key: string): Promise<boolean> {
  const [row] = await db.select().from(outbox).where(eq(outbox.dedupeKey, key))
  return !!row?.doneAt
}

test('runs immediately what jobs of the two workers enqueue for each other', async () => {
  const runner = start(3600)
  await promise(QUICK, 'first')
  runner.wake()
  await expect.poll(() => isDone('third'), { timeout: 5000 }).toBe(true)
})

test('finds a job that another process enqueued, within the interval between two looks', async () => {
  start(1)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await promise(SLOW, 'from another process')
  await expect.poll(() => isDone('from another process'), { timeout: 5000 }).toBe(true)
})
