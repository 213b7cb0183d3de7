/** Keeps webhooks leaving: one run at a time, at once when woken, and every two seconds for what is due again. */
import type { Logger } from 'pino'

const LOOK_EVERY_MS = 2000

export interface Pump {
  /** Runs now, after a run that is under way. */
  run(): Promise<number>
  wake(): void
  start(): void
  stop(): Promise<void>
}

export function createPump(work: () => Promise<number>, log: Pick<Logger, 'error'>): Pump {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = false

  const run = () => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
  const wake = () => {
    if (timer === undefined || waiting) return
    waiting = true
    setImmediate(() => {
      waiting = false
      // Stopped meanwhile: the database may be closed by now.
      if (timer === undefined) return
      run().catch((error: unknown) => log.error({ err: error }, 'sandbox webhooks stopped for now'))
    })
  }
  return {
    run,
    wake,
    start() {
      timer ??= setInterval(wake, LOOK_EVERY_MS).unref()
      wake()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await last
    },
  }
}
