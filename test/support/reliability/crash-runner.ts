import { and, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSameBooks } from '#test/support/booking/books.ts'
import type { Database } from '#platform/database/database.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { FAR_AHEAD, makeEvent } from '#test/support/factories.ts'
import {
  codeFor,
  type CrashPoint,
  CRASH_SCENARIOS,
  expectEmailsOnce,
  CARD_CRASH_SCENARIOS,
  countEmailRows,
  type PromisedEmails,
} from './crash-stories.ts'
import { ledgerOf } from './cluster.ts'
import { openCrashingCluster, type CrashingCluster } from './crashing-cluster.ts'

interface Stage {
  cluster: CrashingCluster
  play(point: CrashPoint): Promise<void>
  /** Expects that no payment, refund or e-mail was lost or made twice, and that no job is left. */
  expectOrder(): Promise<void>
}

export interface StageOptions {
  points: readonly CrashPoint[]
  /**
   * Minutes by which the clock moves after each crash. Otherwise each test would wait until the leases of the
   * crashed process expire.
   */
  skipMinutes: number
  /**
   * Seconds between two runs of the site's background jobs. If it is missing, the site uses its own default.
   */
  jobsEverySeconds?: number
}

const STORIES = { ...CRASH_SCENARIOS, ...CARD_CRASH_SCENARIOS }

async function openStage({ points, skipMinutes, jobsEverySeconds }: StageOptions): Promise<Stage> {
  const eventIds = new Map<CrashPoint, number>()
  const cluster = await openCrashingCluster(async ({ db }) => {
    for (const point of points) {
      const { id } = await makeEvent(db, { spots: 1, ...FAR_AHEAD })
      eventIds.set(point, id)
      await db.insert(codes).values({ code: codeFor(id), kind: 'percent', value: 10, uses: 1, eventId: id })
    }
  }, jobsEverySeconds)
  const all: PromisedEmails[] = []
  return {
    cluster,
    play: async (point) => {
      const told = await STORIES[point](cluster, eventIds.get(point) ?? 0, point)
      await cluster.pass(skipMinutes)
      all.push(told)
      await expectEmailsOnce(cluster, told)
    },
    expectOrder: async () => {
      const mails = await Promise.all(all.map(({ email }) => countEmailRows(cluster.site(), email)))
      expect(mails).toEqual(all.map((told) => told.mails))
      await cluster.pass(skipMinutes)
      const left = async () => {
        const ledger = await ledgerOf(cluster.site())
        // By now the site has charged or deleted every saved card. If Stripe's reply about a new customer was
        // lost, that customer has no card.
        expect(ledger.kept.cards).toEqual([])
        expect(ledger.kept.customers).toHaveLength(points.includes('customer-made') ? 1 : 0)
        return await cluster.between(async ({ db }) => {
          await expectSameBooks(db, ledger)
          return await unfinished(db)
        })
      }
      await expect.poll(left, WITHIN).toEqual([])
    },
  }
}

/**
 * How long a test waits for the next process. That process continues a job when the lease of the crashed
 * process expires.
 */
const WITHIN = { timeout: 60_000, interval: 1_000 }

/** Returns the jobs that have not finished, or that gave up. */
async function unfinished(db: Database) {
  return db
    .select({ kind: outbox.kind, lastError: outbox.lastError })
    .from(outbox)
    .where(and(or(isNull(outbox.doneAt), isNotNull(outbox.deadAt)), sql`not payload ? 'slot'`))
}

/**
 * Defines the tests of one site: one test for each step at which the process crashes, and a last test that
 * checks all records.
 */
export function describeCrashes(options: StageOptions): void {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(options)
  })
  afterAll(() => stage.cluster.close())

  test.each(options.points)(
    'loses and duplicates nothing after the site is killed at the step "%s" and started again',
    async (point) => {
      await stage.play(point)
    },
  )

  test("leaves payments that equal the provider's to the cent, and no unfinished job", async () => {
    await expect(stage.expectOrder()).resolves.toBeUndefined()
  })
}
