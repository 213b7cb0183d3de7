/** Plays stories of a death one after the other in one house, and looks at the books when all are told. */
import { and, isNotNull, isNull, notLike, or } from 'drizzle-orm'
import { expect } from 'vitest'
import { expectSameBooks } from '#features/booking/testing/books.ts'
import type { Database } from '#platform/database/database.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { makeEvent } from '#testing/factories.ts'
import { type Death, DEATHS, expectTold, lettersTo, type Told } from './crash-stories.ts'
import { ledgerOf } from './cluster.ts'
import { openCrashingCluster, type CrashingCluster } from './crashing-cluster.ts'

export interface Stage {
  house: CrashingCluster
  /** Plays the story of one step and looks at what the guest sees. */
  play(point: Death): Promise<void>
  /** Expects that nothing is lost, double, or left to do. */
  expectOrder(): Promise<void>
}

export interface StageOptions {
  points: readonly Death[]
  /** How far the clock is moved after each death, so that nobody waits for what the dead process held. */
  skipMinutes: number
}

export async function openStage({ points, skipMinutes }: StageOptions): Promise<Stage> {
  const eventIds = new Map<Death, number>()
  const house = await openCrashingCluster(async ({ db }) => {
    for (const point of points) eventIds.set(point, (await makeEvent(db, { spots: 1 })).id)
  })
  const all: Told[] = []
  return {
    house,
    play: async (point) => {
      const told = await DEATHS[point](house, eventIds.get(point) ?? 0, point)
      await house.pass(skipMinutes)
      all.push(told)
      await expectTold(house, told)
    },
    expectOrder: async () => {
      const mails = await Promise.all(all.map(({ email }) => lettersTo(house.site(), email)))
      expect(mails).toEqual(all.map((told) => told.mails))
      await house.pass(skipMinutes)
      const left = async () => {
        const ledger = await ledgerOf(house.site())
        return await house.between(async ({ db }) => {
          await expectSameBooks(db, ledger)
          return await unfinished(db)
        })
      }
      await expect.poll(left, WITHIN).toEqual([])
    },
  }
}

/** The job that the last process held is taken up when its lease has run out. */
const WITHIN = { timeout: 60_000, interval: 1_000 }

/** Jobs that were enqueued and are not done, or were given up. */
async function unfinished(db: Database) {
  return db
    .select({ kind: outbox.kind, lastError: outbox.lastError })
    .from(outbox)
    .where(and(or(isNull(outbox.doneAt), isNotNull(outbox.deadAt)), notLike(outbox.kind, 'tick.%')))
}
