/** A house whose one process dies at a named step of a booking and is started again on the same data. */
import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FaultPoint } from '../../../capabilities/booking/deps.ts'
import { openHouse, type Books, type House, type Site } from './house.ts'
import type { Orders } from './mortal-site.ts'

const PROGRAM = fileURLToPath(new URL('./mortal-site.ts', import.meta.url))

export interface MortalHouse extends Pick<House, 'close'> {
  /** The process that runs just now. */
  site(): Site
  /** Moves its clock; later processes keep that time. */
  pass(minutes: number): Promise<void>
  /** Does what brings the process to a step, where it dies; starts the next one. The act need not get an answer. */
  dieAt(point: FaultPoint, act: () => Promise<unknown>): Promise<void>
  /** Ends the process in good order, works on the database, and starts the next one. */
  between<T>(work: (books: Books) => Promise<T>): Promise<T>
}

/** `prepare` fills the database before the first process has it. */
export async function openMortalHouse(prepare: (books: Books) => Promise<void>): Promise<MortalHouse> {
  const house = await openHouse()
  await house.inside(prepare)
  const path = join(tmpdir(), `orders-${randomUUID()}`)
  let orders: Orders = { killAt: null, aheadMinutes: 0 }
  const order = async (change: Partial<Orders>) => {
    orders = { ...orders, ...change }
    // Renamed into place whole: the process reads it at any moment.
    await writeFile(`${path}.new`, JSON.stringify(orders))
    await rename(`${path}.new`, path)
  }
  const start = () => house.start({ env: { ORDERS: path }, program: [PROGRAM] })
  await order({})
  let site = await start()
  return {
    site: () => site,
    pass: (minutes) => order({ aheadMinutes: orders.aheadMinutes + minutes }),
    dieAt: async (point, act) => {
      await order({ killAt: point })
      await act().catch(() => {})
      await site.ended
      if (site.child.signalCode !== 'SIGKILL') {
        const { stdout, stderr } = site.output()
        throw new Error(`It died of something else than ${point}: ${stderr}${stdout}`)
      }
      await order({ killAt: null })
      site = await start()
    },
    between: async (work) => {
      await site.stop()
      const result = await house.inside(work)
      site = await start()
      return result
    },
    close: async () => {
      await house.close()
      await rm(path, { force: true })
    },
  }
}
