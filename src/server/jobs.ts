/** Work that nobody waits for: the outbox and what comes round, in this process. */
import { deleteExpiredSessions } from '../capabilities/access/store.ts'
import { createWorker, type OutboxHandlers } from '../platform/outbox.ts'
import { scheduleTick, tickKind } from '../platform/schedule.ts'
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

const TICK_PREFIX = tickKind('')

export function createJobs(services: Services, capabilities: OutboxHandlers): Jobs {
  const { db, now, log, settings } = services
  const handlers: OutboxHandlers = {
    ...capabilities,
    [tickKind('expire-sessions')]: async () => {
      await deleteExpiredSessions(db, now())
      return 'done'
    },
  }
  const ticks = Object.keys(handlers).filter((kind) => kind.startsWith(TICK_PREFIX))
  const worker = createWorker({ db, now, log, handlers })
  const everySeconds = settings.jobsEverySeconds
  let started = false
  let timer: NodeJS.Timeout | undefined
  let scheduling: Promise<void> = Promise.resolve()

  function schedule(): void {
    const names = ticks.map((kind) => kind.slice(TICK_PREFIX.length))
    scheduling = scheduleTick(db, { names, now: now(), everySeconds })
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
