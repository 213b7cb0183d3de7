/** The file that processes of `crashing-site.ts` obey. */
import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FaultPoint } from '#features/booking/deps.ts'
import type { StartOptions } from './cluster.ts'

export interface Orders {
  /** The point at which to die by `kill -9`. */
  killAt: FaultPoint | null
  aheadMinutes: number
}

interface OrderFile {
  /** Starts a process that obeys. */
  start: StartOptions
  current(): Orders
  give(change: Partial<Orders>): Promise<void>
  remove(): Promise<void>
}

/** @param jobsEverySeconds the setting of that name, where it is another than the usual */
export async function openOrders(jobsEverySeconds?: number): Promise<OrderFile> {
  const path = join(tmpdir(), `orders-${randomUUID()}`)
  let orders: Orders = { killAt: null, aheadMinutes: 0 }
  const give = async (change: Partial<Orders>) => {
    orders = { ...orders, ...change }
    // Renamed into place whole: the process reads it at any moment.
    await writeFile(`${path}.new`, JSON.stringify(orders))
    await rename(`${path}.new`, path)
  }
  await give({})
  return {
    start: {
      program: [fileURLToPath(new URL('./crashing-site.ts', import.meta.url))],
      // Days go by on its clock: a backup that each night begins would be what is left undone.
      env: {
        ORDERS: path,
        BACKUPS: 'off',
        ...(jobsEverySeconds && { JOBS_EVERY_SECONDS: String(jobsEverySeconds) }),
      },
    },
    current: () => orders,
    give,
    remove: () => rm(path, { force: true }),
  }
}
