/** Work that nobody waits for: the outbox and what comes round, in this process. */
import { createWorker, type OutboxHandler, type OutboxHandlers } from '../platform/outbox.ts'
import { isTick, scheduleTick } from '../platform/schedule.ts'
import type { Services } from '../platform/services.ts'

export interface Jobs {
  handlers: OutboxHandlers
  /** The kinds that come round. */
  ticks: string[]
  /** Works the outbox soon: something has just been promised. Nothing happens before the start. */
  wake(): void
  /** Does what is due now; resolves to the number of jobs tried. */
  runDue(): Promise<number>
  start(): void
  /** Waits for what is being done. */
  stop(): Promise<void>
}

export interface JobOptions {
  handlers: OutboxHandlers
  /** Called after each job: it may have changed what pages show. */
  afterWork: () => void
}

export function createJobs({ db, now, log, settings }: Services, options: JobOptions): Jobs {
  const handlers = telling(options)
  const ticks = Object.keys(handlers).filter(isTick)
  const worker = createWorker({ db, now, log, handlers })
  const everySeconds = settings.jobsEverySeconds
  let started = false
  let timer: NodeJS.Timeout | undefined
  let scheduling: Promise<void> = Promise.resolve()

  function schedule(): void {
    scheduling = scheduleTick(db, { kinds: ticks, now: now(), everySeconds })
      .then(() => worker.wake())
      .catch((err: unknown) => log.error({ err }, 'the rounds could not be scheduled'))
  }

  return {
    handlers,
    ticks,
    wake: () => {
      if (started) worker.wake()
    },
    runDue: () => worker.runDue(),
    start: () => {
      started = true
      worker.start(everySeconds)
      schedule()
      timer = setInterval(schedule, everySeconds * 1000)
    },
    stop: async () => {
      clearInterval(timer)
      await scheduling
      await worker.stop()
    },
  }
}

function telling({ handlers, afterWork }: JobOptions): OutboxHandlers {
  const told = Object.entries(handlers).map(([kind, work]): [string, OutboxHandler] => [
    kind,
    (payload, facts) => work(payload, facts).finally(afterWork),
  ])
  return Object.fromEntries(told)
}
