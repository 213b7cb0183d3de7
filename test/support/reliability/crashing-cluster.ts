import type { FaultPoint } from '#domain/booking/deps.ts'
import { openTestInstallation, type OpenDatabase, type TestInstallation, type Site } from './cluster.ts'
import { openOrders } from './crash-orders.ts'

export interface CrashingCluster extends Pick<TestInstallation, 'close'> {
  site(): Site
  now(): Date
  /** Moves the clock forward. Processes that start later continue from the new time. */
  pass(minutes: number): Promise<void>
  /** Moves the clock forward to `then`. */
  passTo(then: Date): Promise<void>
  /**
   * Runs `act`, waits until the process crashes at `point`, and then starts a new process. `act` may fail.
   */
  dieAt(point: FaultPoint, act: () => Promise<unknown>): Promise<void>
  /** Stops the process cleanly, runs `work` on the database, and starts a new process. */
  between<T>(work: (books: OpenDatabase) => Promise<T>): Promise<T>
}

/**
 * Creates a site whose only process crashes when a test wants that. `prepare` fills the database before the
 * first process starts.
 */
export async function openCrashingCluster(
  prepare: (books: OpenDatabase) => Promise<void>,
  jobsEverySeconds?: number,
): Promise<CrashingCluster> {
  const installation = await openTestInstallation()
  await installation.withDatabase(prepare)
  const orders = await openOrders(jobsEverySeconds)
  let site = await installation.start(orders.start)
  return {
    site: () => site,
    now: () => new Date(Date.now() + orders.current().aheadMinutes * 60_000),
    pass: (minutes) => orders.give({ aheadMinutes: orders.current().aheadMinutes + minutes }),
    passTo: (then) => orders.give({ aheadMinutes: Math.ceil((then.getTime() - Date.now()) / 60_000) }),
    dieAt: async (point, act) => {
      await orders.give({ killAt: point })
      await act().catch(() => {})
      await site.ended
      if (site.child.signalCode !== 'SIGKILL') {
        const { stdout, stderr } = site.output()
        throw new Error(`The process did not die at ${point}: ${stderr}${stdout}`)
      }
      await orders.give({ killAt: null })
      site = await installation.start(orders.start)
    },
    between: async (work) => {
      await site.stop()
      const result = await installation.withDatabase(work)
      site = await installation.start(orders.start)
      return result
    },
    close: async () => {
      await installation.close()
      await orders.remove()
    },
  }
}
