/**
 * Writes the file of instructions that `crashing-site.ts` follows, such as the step at which the process
 * kills itself.
 */
import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FaultPoint } from '#domain/booking/deps.ts'
import type { StartOptions } from './cluster.ts'

export interface Orders {
  /** The step of a booking at which the process kills itself with `kill -9`. Null if it must not. */
  killAt: FaultPoint | null
  aheadMinutes: number
}

interface OrderFile {
  start: StartOptions
  current(): Orders
  give(change: Partial<Orders>): Promise<void>
  remove(): Promise<void>
}

/**
 * Creates a file of instructions that is empty at first.
 * @param jobsEverySeconds overrides the setting JOBS_EVERY_SECONDS
 */
export async function openOrders(jobsEverySeconds?: number): Promise<OrderFile> {
  const path = join(tmpdir(), `orders-${randomUUID()}`)
  let orders: Orders = { killAt: null, aheadMinutes: 0 }
  const give = async (change: Partial<Orders>) => {
    orders = { ...orders, ...change }
    // Writes a new file and renames it, because the process may read the file at any moment and must not read
    // half of it.
    await writeFile(`${path}.new`, JSON.stringify(orders))
    await rename(`${path}.new`, path)
  }
  await give({})
  return {
    start: {
      program: [fileURLToPath(new URL('./crashing-site.ts', import.meta.url))],
      // Switches nightly backups off. These tests move the clock by days, so backups would start all the
      // time.
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
