/**
 * Tests the site behind an unmodified PgBouncer, a connection pooler. The site must cache pages, never show
 * an old page, and never hang at the start.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { events } from '#platform/database/schema/events.ts'
import { openTestDatabase, testDatabaseKind, type TestDatabase } from '#test/support/database.ts'
import { FAR_AHEAD, makeEvent, type EventRow } from '#test/support/factories.ts'
import { hasPooler, startPooler, type Pooler } from '#test/support/postgres/pooler.ts'
import { createResponseCache } from '#server/response-cache/response-cache.ts'

const SOON = { timeout: 15_000, interval: 50 }

describe.skipIf(testDatabaseKind() === 'embedded' || !hasPooler())(
  'a site behind a connection pooler',
  () => {
    let database: TestDatabase
    let pooler: Pooler
    let event: EventRow
    beforeAll(async () => {
      database = await openTestDatabase()
      event = await makeEvent(database.db, { urlName: 'shared', ...FAR_AHEAD })
      pooler = await startPooler(database.url ?? '')
    })
    afterAll(async () => {
      await pooler.close()
      await database.close()
    })

    const open = (mode: keyof Pooler['urls']) =>
      openDatabase({ database: { kind: 'postgres', url: pooler.urls[mode] }, dataDir: '/nowhere' })

    /** Creates the page cache of one process of the site. Its only page shows the event's name. */
    async function openPages(mode: keyof Pooler['urls']) {
      const { db, close } = await open(mode)
      const cache = createResponseCache<null>({
        db,
        now: () => new Date(),
        render: async () => {
          const [row] = await db.select({ name: events.name }).from(events).where(eq(events.id, event.id))
          return { response: new Response(row?.name), route: 'event' }
        },
      })
      return {
        cache,
        rename: async (name: string) => {
          await db.update(events).set({ name }).where(eq(events.id, event.id))
          cache.noteWrite()
        },
        shown: async () => {
          const page = await cache.find('/event/shared', null)
          return page && !(page instanceof Response) ? page.bodies.identity.bytes.toString() : null
        },
        close,
      }
    }

    test.each(['session', 'transaction'] as const)(
      'caches a page in %s mode of the pooler, and shows changes of another process',
      async (mode) => {
        const [one, two] = await Promise.all([openPages(mode), openPages(mode)])
        for (const name of ['Before', 'After']) {
          await one.rename(name)
          expect(await one.shown()).toBe(name)
          await expect.poll(two.shown, SOON).toBe(name)
          expect(two.cache.peek('/event/shared')).toBeDefined()
        }
        await Promise.all([one.close(), two.close()])
      },
    )

    test.each(['session', 'transaction'] as const)(
      'migrates the database and starts several times in %s mode of the pooler without hanging',
      async (mode) => {
        await database.db.execute(
          'drop schema public cascade; create schema public; drop schema drizzle cascade',
        )
        const many = await Promise.all([1, 2, 3].map(() => open(mode)))
        await Promise.all(many.map(async (site) => site.close()))
        for (let start = 0; start < 5; start += 1) {
          const site = await open(mode)
          expect(await site.migrated()).toBe(true)
          await site.close()
        }
      },
    )

    test('ends a slow statement of a request after half a minute in PgBouncer’s session mode', async () => {
      const { db, close } = await open('session')
      const shown = await db.execute(sql`select current_setting('statement_timeout') as one,
      current_setting('idle_in_transaction_session_timeout') as two`)
      expect(shown).toMatchObject({ rows: [{ one: '30s', two: '30s' }] })
      await close()
    })

    test('names a startup parameter that PgBouncer refuses, and explains what the operator can do', async () => {
      const url = `${pooler.urls.session}?options=${encodeURIComponent('-c geqo=off')}`
      const opening = openDatabase({ database: { kind: 'postgres', url }, dataDir: '/nowhere' })
      await expect(opening).rejects.toThrow(
        /^DATABASE_URL: .+unsupported startup parameter: options.+ignore_startup_parameters/,
      )
    })
  },
)
