/** Behind PgBouncer, as it comes: in session mode all is as without it, in transaction mode nothing old is shown and no start hangs. */
import { eq, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { events } from '#platform/database/schema/events.ts'
import { openTestDatabase, testDatabaseKind, type TestDatabase } from '#testing/database.ts'
import { FAR_AHEAD, makeEvent, type EventRow } from '#testing/factories.ts'
import { hasPooler, startPooler, type Pooler } from '#testing/postgres/pooler.ts'
import { createResponseCache } from '../response-cache/response-cache.ts'

const SOON = { timeout: 15_000, interval: 50 }
/** More than a kept page takes to be emptied where changes are heard. */
const A_WHILE_MS = 700

describe.skipIf(testDatabaseKind() === 'embedded' || !hasPooler())('behind a pooler', () => {
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

  const open = (mode: keyof Pooler['urls'], warn?: (line: string) => void) =>
    openDatabase({ database: { kind: 'postgres', url: pooler.urls[mode] }, dataDir: '/nowhere' }, warn)

  /** What keeps pages in one process of the site; its only page shows the event's name. */
  async function openPages(mode: keyof Pooler['urls'], warn?: (line: string) => void) {
    const opened = await open(mode, warn)
    const named = () => opened.db.select({ name: events.name }).from(events).where(eq(events.id, event.id))
    const cache = createResponseCache<null>({
      db: opened.db,
      now: () => new Date(),
      render: async () => {
        const [row] = await named()
        return { response: new Response(row?.name), facts: { route: 'event', tags: [`event:${event.id}`] } }
      },
    })
    const stop = await opened.listen(cache.changes)
    return {
      ...opened,
      cache,
      rename: async (name: string) => {
        await opened.db.update(events).set({ name }).where(eq(events.id, event.id))
        cache.changes.wrote()
      },
      shown: async () => {
        const page = await cache.find('/event/shared', null)
        // Null: the site renders it anew, without the cache.
        if (page === null) return (await named())[0]?.name
        return page instanceof Response ? page.text() : page.bodies.identity.bytes.toString()
      },
      close: async () => {
        await stop()
        await opened.close()
      },
    }
  }

  test('in session mode a page is kept, and what another process changes is seen on it', async () => {
    const [one, two] = await Promise.all([openPages('session'), openPages('session')])
    await one.rename('Before')
    await expect.poll(two.shown, SOON).toBe('Before')
    await expect.poll(async () => (await two.shown()) && two.cache.peek('/event/shared'), SOON).toBeDefined()
    await one.rename('After')
    await expect.poll(two.shown, SOON).toBe('After')
    await Promise.all([one.close(), two.close()])
  })

  test('in transaction mode no page is kept, so that none is old, and the log says why', async () => {
    const warnings: string[] = []
    const [one, two] = await Promise.all([
      openPages('transaction'),
      openPages('transaction', (line) => warnings.push(line)),
    ])
    for (const name of ['Before', 'After']) {
      await one.rename(name)
      for (const until = Date.now() + A_WHILE_MS; Date.now() < until; await sleep(50)) {
        expect(await two.shown()).toBe(name)
        expect(two.cache.peek('/event/shared')).toBeUndefined()
      }
    }
    // Of two starts at once one may have waited for the other, and said so.
    const said = () => warnings.filter((line) => !line.startsWith('The start waits'))
    await expect
      .poll(said, SOON)
      .toEqual([expect.stringMatching(/^DATABASE_URL: .+ is not heard.+session mode/)])
    await Promise.all([one.close(), two.close()])
  })

  test.each(['session', 'transaction'] as const)(
    'in %s mode starts, at once and one after the other, migrate and do not wait for each other for ever',
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

  test('in session mode a statement of a request ends after half a minute', async () => {
    const { db, close } = await open('session')
    const shown = await db.execute(sql`select current_setting('statement_timeout') as one,
      current_setting('idle_in_transaction_session_timeout') as two`)
    expect(shown).toMatchObject({ rows: [{ one: '30s', two: '30s' }] })
    await close()
  })

  test('a parameter that the pooler refuses is named, with what to do', async () => {
    const url = `${pooler.urls.session}?options=${encodeURIComponent('-c geqo=off')}`
    const opening = openDatabase({ database: { kind: 'postgres', url }, dataDir: '/nowhere' })
    await expect(opening).rejects.toThrow(
      /^DATABASE_URL: .+unsupported startup parameter: options.+ignore_startup_parameters/,
    )
  })
})
