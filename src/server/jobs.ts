/** Background work of this process: outbox jobs and periodic jobs. */
import { type OutboxHandler, type OutboxHandlers, createWorker } from '#platform/outbox-worker.ts'
import { isTick, scheduleTick } from '#platform/schedule.ts'
import type { Services } from '#platform/services.ts'

export interface Jobs {
  handlers: OutboxHandlers
  /** The kinds of periodic jobs. */
  ticks: string[]
  /**
   * Runs jobs that a request may have enqueued, without waiting for the next round. Does nothing before
   * `start`.
   */
  wake(): void
  /** Runs the jobs that are due; resolves to the number tried. */
  runDue(): Promise<number>
  start(): void
  /** Stops, and waits for running jobs. */
  stop(): Promise<void>
}

interface JobOptions {
  handlers: OutboxHandlers
  /**
   * Kinds that may wait a minute for an outside server. A second worker runs them, so that no other job waits
   * for them.
   */
  apart: string[]
  /** Called after each job, since it may have changed what pages show. */
  afterWork: () => void
}

export function createJobs({ db, now, log, settings }: Services, options: JobOptions): Jobs {
  const handlers = telling(options.handlers, () => {
    options.afterWork()
    // A job of one worker may enqueue one for the other: a payment enqueues its e-mail.
    wake()
  })
  const ticks = Object.keys(handlers).filter(isTick)
  const ofKinds = (wanted: (kind: string) => boolean) =>
    Object.fromEntries(Object.entries(handlers).filter(([kind]) => wanted(kind)))
  const workers = [
    ofKinds((kind) => !options.apart.includes(kind)),
    ofKinds((kind) => options.apart.includes(kind)),
  ].map((part) => createWorker({ db, now, log, handlers: part }))
  const wake = () => {
    if (started) workers.forEach((worker) => worker.wake())
  }
  const everySeconds = settings.jobsEverySeconds
  let started = false
  let timer: NodeJS.Timeout | undefined
  let scheduling: Promise<void> = Promise.resolve()

  function schedule(): void {
    scheduling = scheduleTick(db, { kinds: ticks, now: now(), everySeconds })
      .then(wake)
      .catch((err: unknown) => log.error({ err }, 'failed to schedule periodic jobs'))
  }

  return {
    handlers,
    ticks,
    wake,
    runDue: async () => {
      const tried = await Promise.all(workers.map((worker) => worker.runDue()))
      return tried.reduce((sum, count) => sum + count, 0)
    },
    start: () => {
      started = true
      for (const worker of workers) worker.start(everySeconds)
      schedule()
      timer = setInterval(schedule, everySeconds * 1000)
    },
    stop: async () => {
      clearInterval(timer)
      await scheduling
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

function telling(handlers: OutboxHandlers, afterEach: () => void): OutboxHandlers {
  const told = Object.entries(handlers).map(([kind, work]): [string, OutboxHandler] => [
    kind,
    (payload, facts) => work(payload, facts).finally(afterEach),
  ])
  return Object.fromEntries(told)
}
