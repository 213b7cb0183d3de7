/** Plays stories of a death one after the other in one house, and looks at the books when all are told. */
import { and, isNotNull, isNull, notLike, or } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSameBooks } from '#features/booking/testing/books.ts'
import type { Database } from '#platform/database/database.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { FAR_AHEAD, makeEvent } from '#testing/factories.ts'
import {
  codeFor,
  type Death,
  DEATHS,
  expectTold,
  KEPT_CARD_DEATHS,
  lettersTo,
  type Told,
} from './crash-stories.ts'
import { ledgerOf } from './cluster.ts'
import { openCrashingCluster, type CrashingCluster } from './crashing-cluster.ts'

interface Stage {
  house: CrashingCluster
  /** Plays the story of one step and looks at what the guest sees. */
  play(point: Death): Promise<void>
  /** Expects that nothing is lost, double, or left to do. */
  expectOrder(): Promise<void>
}

export interface StageOptions {
  points: readonly Death[]
  /** The minutes by which the clock is moved after each death, so that nobody waits for what the dead process held. */
  skipMinutes: number
  /** The seconds between the site's rounds, more of them when missing. */
  jobsEverySeconds?: number
}

const STORIES = { ...DEATHS, ...KEPT_CARD_DEATHS }

async function openStage({ points, skipMinutes, jobsEverySeconds }: StageOptions): Promise<Stage> {
  const eventIds = new Map<Death, number>()
  const house = await openCrashingCluster(async ({ db }) => {
    for (const point of points) {
      const { id } = await makeEvent(db, { spots: 1, ...FAR_AHEAD })
      eventIds.set(point, id)
      await db.insert(codes).values({ code: codeFor(id), kind: 'percent', value: 10, uses: 1, eventId: id })
    }
  }, jobsEverySeconds)
  const all: Told[] = []
  return {
    house,
    play: async (point) => {
      const told = await STORIES[point](house, eventIds.get(point) ?? 0, point)
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
        // All is paid or withdrawn by now. Whom nobody heard of has no card (docs/decisions/0082).
        expect(ledger.kept.cards).toEqual([])
        expect(ledger.kept.customers).toHaveLength(points.includes('customer-made') ? 1 : 0)
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

/** The tests of one house: a death each, and then all that is left. */
export function describeDeaths(options: StageOptions): void {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(options)
  })
  afterAll(() => stage.house.close())

  test.each(options.points)('%s: nothing lost, nothing double after the restart', async (point) => {
    await stage.play(point)
  })

  test('then the books are the provider’s to the cent, and no work is left', async () => {
    await expect(stage.expectOrder()).resolves.toBeUndefined()
  })
}
