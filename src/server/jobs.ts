/** Work that nobody waits for: the outbox and what comes round, in this process. */
import { type OutboxHandler, type OutboxHandlers, createWorker } from '#platform/outbox-worker.ts'
import { isTick, scheduleTick } from '#platform/schedule.ts'
import type { Services } from '#platform/services.ts'

export interface Jobs {
  handlers: OutboxHandlers
  /** The kinds that come round. */
  ticks: string[]
  /** A request has begun; to be told when it is over, and whether it may have enqueued something: that is worked on soon. */
  requestBegun(): (mayHaveEnqueued: boolean) => void
  /** Does what is due now; resolves to the number of jobs tried. Before `start` a crowd is not waited for: nothing would look again. */
  runDue(): Promise<number>
  start(): void
  /** Waits for what is being done. */
  stop(): Promise<void>
}

interface JobOptions {
  handlers: OutboxHandlers
  /** Kinds that may wait a minute for a server of others: worked apart, so that nothing else waits with them. */
  apart: string[]
  /** Called after each job: it may have changed what pages show. */
  afterWork: () => void
}

export function createJobs({ db, now, log, settings }: Services, options: JobOptions): Jobs {
  const handlers = telling(options.handlers, () => {
    options.afterWork()
    // A job of one worker may have enqueued one for another, as a payment does its e-mail.
    if (started) wake()
  })
  const ticks = Object.keys(handlers).filter(isTick)
  const ofKinds = (wanted: (kind: string) => boolean) =>
    Object.fromEntries(Object.entries(handlers).filter(([kind]) => wanted(kind)))
  const workers = [
    ofKinds((kind) => !options.apart.includes(kind)),
    ofKinds((kind) => options.apart.includes(kind)),
  ].map((part) => createWorker({ db, now, log, handlers: part, mustWait: () => started && crowd.isThere() }))
  const wake = () => workers.forEach((worker) => worker.wake())
  const crowd = createCrowd(() => {
    if (started) wake()
  })
  const everySeconds = settings.jobsEverySeconds
  let started = false
  let timer: NodeJS.Timeout | undefined
  let scheduling: Promise<void> = Promise.resolve()

  function schedule(): void {
    scheduling = scheduleTick(db, { kinds: ticks, now: now(), everySeconds })
      .then(wake)
      .catch((err: unknown) => log.error({ err }, 'the rounds could not be scheduled'))
  }

  return {
    handlers,
    ticks,
    requestBegun: () => {
      const left = crowd.enter()
      return (mayHaveEnqueued) => {
        left()
        if (started && mayHaveEnqueued && !crowd.isThere()) wake()
      }
    },
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

/** So many requests at once are a crowd, as when an event opens (R20.17): more than the site works on at a time. */
const CROWD = 16
/** A crowd goes before jobs, but for no longer than this. */
const PATIENCE_MS = 5000
/** A crowd is answered in groups, and for a moment after each few are inside: the others are still at the door. */
const PAUSE_MS = 250

/** Tells whether there is a crowd for whom jobs must wait; `onOver` when there has been none for a moment. */
export function createCrowd(onOver: () => void) {
  let inside = 0
  let since = 0
  let last = -Infinity
  let pause: NodeJS.Timeout | undefined
  const pausing = () => performance.now() - last < PAUSE_MS
  return {
    /** Somebody comes; to be called when they leave. */
    enter: () => {
      inside += 1
      if (inside === CROWD) {
        clearTimeout(pause)
        if (!pausing()) since = performance.now()
      }
      return () => {
        inside -= 1
        if (inside !== CROWD - 1) return
        last = performance.now()
        pause = setTimeout(onOver, PAUSE_MS).unref()
      }
    },
    isThere: () => (inside >= CROWD || pausing()) && performance.now() - since < PATIENCE_MS,
  }
}

function telling(handlers: OutboxHandlers, afterEach: () => void): OutboxHandlers {
  const told = Object.entries(handlers).map(([kind, work]): [string, OutboxHandler] => [
    kind,
    (payload, facts) => work(payload, facts).finally(afterEach),
  ])
  return Object.fromEntries(told)
}
