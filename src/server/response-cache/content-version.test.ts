/**
 * Tests the content version in the database: what changes it, and that outdated pages leave the cache,
 * whatever the order of commits.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { eq, type SQL, sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, rows } from '#platform/database/database.ts'
import { migrateWithin } from '#platform/database/migrate.ts'
import { events } from '#platform/database/schema/events.ts'
import { openSession } from '#platform/database/postgres.ts'
import { findContentVersion } from '#platform/site-facts.ts'
import { openTestDatabase, testDatabaseKind } from '#test/support/database.ts'
import { type EventRow, makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { randomFrom, RUN_SEED } from '#test/support/seeds.ts'
import { declared } from '#test/support/server/contracts.ts'
import { createResponseCache } from './response-cache.ts'

const database = await openTestDatabase()
const statements: string[] = []
const logger = { logQuery: (text: string) => void statements.push(text) }
const { $client } = database.db as unknown as { $client: PGlite | Pool }
const db: Database =
  $client instanceof Pool ? drizzlePostgres($client, { logger }) : drizzleEmbedded($client, { logger })
const app = await openTestApp({ database: { db, close: database.close } })

let event: EventRow
let id: number
let ana: number
let ben: number
const signUp = async (tx: Database, eventId = id) =>
  makeReservation({ db: tx, sealer: app.services.sealer }, eventId, {
    customerName: 'Ana',
    email: `${randomUUID()}@example.test`,
    status: 'confirmed',
  })
beforeAll(async () => {
  event = await makeEvent(db)
  id = event.id
  ana = (await signUp(db)).id
  ben = (await signUp(db)).id
  await makeEvent(db, { urlName: 'another' })
})

const versionOf = async (on: Database) => (await findContentVersion(on, new Date())).version

async function isRaisedBy(work: () => Promise<unknown>): Promise<boolean> {
  const before = await versionOf(db)
  await work()
  return (await versionOf(db)) !== before
}

/**
 * SQL statements whose effect visitors can see. Their order matters, because later rows refer to earlier
 * ones.
 */
const VISIBLE: Record<string, () => SQL> = {
  'a renamed event': () => sql`update events set name = 'Renamed' where id = ${id}`,
  'a photo': () =>
    sql`insert into event_photos (event_id, url) values (${id}, 'https://pictures.example/a.jpg')`,
  'the words of a photo': () => sql`update event_photos set alt = 'Two riders' where event_id = ${id}`,
  'a deleted photo': () => sql`delete from event_photos where event_id = ${id}`,
  'an option': () =>
    sql`insert into event_options (id, event_id, kind, name) values (900, ${id}, 'extra', 'Ride')`,
  'the price of an option': () => sql`update event_options set price = 500 where id = 900`,
  'a room of a lodging':
    () => sql`with room as (insert into rooms (id, name, beds) values (900, 'Juniper', '["queen"]') returning id)
    insert into lodging_rooms (event_id, room_id, option_id) select ${id}, 900, 900 from room`,
  'the beds of a room': () => sql`update rooms set beds = '["queen", "single"]' where id = 900`,
  'a deleted room of a lodging': () => sql`delete from rooms where id = 900`,
  'a choice': () =>
    sql`insert into reservation_options (reservation_id, option_id, price) values (${ana}, 900, 500)`,
  'a choice that passes to another guest': () => sql`update reservation_options set reservation_id = ${ben}`,
  'a choice taken back': () => sql`delete from reservation_options`,
  'a deleted option': () => sql`delete from event_options where id = 900`,
  'a code': () => sql`insert into codes (code, kind, value) values ('SAGE', 'percent', 10)`,
  'an ended code': () => sql`update codes set ended_at = now()`,
  'a deleted code': () => sql`delete from codes`,
  'a canceled stay': () => sql`update reservations set status = 'cancelled' where id = ${ana}`,
  'a stay that takes over another': () => sql`update reservations set replaces_id = ${ana} where id = ${ben}`,
  'a stay moved to another event': () =>
    sql`update reservations set event_id = (select id from events where url_name = 'another') where id = ${ben}`,
  'a deleted stay': () => sql`delete from reservations where id = ${ben}`,
  'a deleted event': () => sql`delete from events where url_name = 'another'`,
}

test.each(Object.entries(VISIBLE))('changes the content version after %s', async (_, statement) => {
  expect(await isRaisedBy(() => db.execute(statement()))).toBe(true)
})

test('changes the content version after a new event and after a sign-up', async () => {
  expect(await isRaisedBy(() => makeEvent(db))).toBe(true)
  expect(await isRaisedBy(() => signUp(db))).toBe(true)
})

test.each([
  [
    'a change of guest details',
    () => sql`update reservations set safety_consent = false, updated_at = now()`,
  ],
  ['a renamed room', () => sql`update rooms set name = name || ' (new)'`],
  ['a site fact', () => sql`insert into site_facts values ('a', 'b')`],
  ['a lock of an event', () => sql`select from events for update`],
])('does not change the content version after %s', async (_, statement) => {
  expect(await isRaisedBy(() => db.execute(statement()))).toBe(false)
})

test('does not change the content version when a transaction is rolled back', async () => {
  const outcome = isRaisedBy(() =>
    expect(
      db.transaction(async (tx) => {
        await signUp(tx)
        tx.rollback()
      }),
    ).rejects.toThrow(),
  )
  expect(await outcome).toBe(false)
})

test('writes the content version once per transaction, however many rows change', async () => {
  const places = await db.transaction(async (tx) => {
    await tx.execute(sql`set constraints all immediate`)
    const places: unknown[] = []
    for (let count = 0; count < 3; count += 1) {
      await tx.execute(sql`update events set spots = spots + 1`)
      places.push(
        rows(await tx.execute(sql`select ctid::text from site_facts where key = 'content-version'`)),
      )
    }
    return places
  })
  expect(places[1]).toEqual(places[0])
  expect(places[2]).toEqual(places[0])
})

test('lets a migration alter a table after it has changed rows of that table', async () => {
  await db.transaction(async (tx) => {
    await migrateWithin(tx, Infinity)
    await tx.execute(sql`update events set spots = spots + 1`)
    await tx.execute(sql`alter table events add column extra text`)
    await tx.execute(sql`alter table events drop column extra`)
  })
})

test('has a trigger for the content version on each table that cached replies show', async () => {
  const cached = declared.filter(({ cacheBy }) => cacheBy).map(({ path }) => path)
  expect(cached.toSorted()).toEqual(['auth/event/get', 'auth/event/list', 'event/published'])
  const names = rows<{ name: string }>(
    await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public'`),
  ).map(({ name }) => name)
  statements.length = 0
  for (const path of [`auth/event/get?eventUrlName=${event.urlName}`, 'auth/event/list', 'event/published'])
    expect((await app.request(`/api/${path}`)).status).toBe(200)
  const words = new Set(statements.join(' ').match(/\b[a-z_]+\b/g))
  const raising = rows<{ name: string }>(
    await db.execute(sql`select distinct tgrelid::regclass::text as name from pg_trigger
      join pg_proc on pg_proc.oid = tgfoid where proname = 'raise_content_version' order by 1`),
  )
  expect(names.filter((name) => words.has(name)).toSorted()).toEqual(raising.map(({ name }) => name))
})

// The order of commits matters only with several connections, so these tests run only on PostgreSQL.

/** Opens a connection that acts as another process that writes. */
async function openWriter() {
  const session = await openSession(database.url ?? '')
  return {
    begin: () => session.db.execute(sql`begin`),
    lock: () => session.db.execute(sql`select from events where id = ${id} for update`),
    rename: (name: string) => session.db.update(events).set({ name }).where(eq(events.id, id)),
    signUp: () => signUp(session.db),
    commit: () => session.db.execute(sql`commit`),
    rollback: () => session.db.execute(sql`rollback`),
    close: session.close,
  }
}

/**
 * Creates the cache of one process, with a page that shows the event's name. `meanwhile` runs during the
 * rendering.
 */
function openPages(meanwhile = async () => {}) {
  const cache = createResponseCache<null>({
    db,
    now: () => new Date(),
    render: async () => {
      const [row] = await db.select({ name: events.name }).from(events).where(eq(events.id, id))
      await meanwhile()
      return { response: new Response(row?.name), route: '/event' }
    },
  })
  return {
    wrote: cache.noteWrite,
    shown: async () => {
      const page = await cache.find('/event', null)
      return page && !(page instanceof Response) ? page.bodies.identity.bytes.toString() : page
    },
  }
}

const random = randomFrom(RUN_SEED)
const upTo = (most: number) => sleep(random() * most)

describe.skipIf(testDatabaseKind() === 'embedded')(
  'the content version with several transactions at the same time',
  () => {
    let one: Awaited<ReturnType<typeof openWriter>>
    let two: typeof one
    beforeAll(async () => {
      one = await openWriter()
      two = await openWriter()
      return async () => {
        await one.close()
        await two.close()
      }
    })

    test('changes with each commit, even if the transaction that wrote first commits last', async () => {
      const versions = [await versionOf(db)]
      await one.begin()
      await one.rename('Written first')
      await two.begin()
      await two.signUp()
      versions.push(await versionOf(db))
      await two.commit()
      versions.push(await versionOf(db))
      await one.commit()
      versions.push(await versionOf(db))
      expect(versions[1]).toBe(versions[0])
      expect(new Set(versions).size).toBe(3)
    })

    test('does not make a transaction wait for another open transaction', async () => {
      await one.begin()
      await one.signUp()
      const late = sleep(5000, 'late', { ref: false })
      const committed = two.rename('Not held up').then(() => 'committed')
      expect(await Promise.race([committed, late])).toBe('committed')
      await one.rollback()
    })

    test('replaces, within a second after a commit, a page that was rendered between the write and the commit', async () => {
      await one.rename('Before')
      const process = openPages()
      await one.begin()
      await one.rename('After')
      expect(await process.shown()).toBe('Before')
      await one.commit()
      await sleep(1000)
      expect(await process.shown()).toBe('After')
    })

    test('does not let a page be cached if a commit happened while it was rendered', async () => {
      await one.rename('Before')
      let commits = 0
      const process = openPages(async () => {
        if ((commits += 1) === 1) await one.rename('After')
      })
      expect(await process.shown()).toBe('Before')
      process.wrote()
      expect(await process.shown()).toBe('After')
    })

    test('lets nobody see a page that is more than a second old while two processes write', async () => {
      const committed: { at: number; count: number }[] = []
      let count = 0
      const end = performance.now() + 5000
      await one.rename('0')
      const writing = [one, two].map(async (writer) => {
        while (performance.now() < end) {
          await writer.begin()
          // Takes a lock, so that both writers commit the numbers, which are the event's names, in ascending
          // order.
          await writer.lock()
          const mine = (count += 1)
          await writer.rename(String(mine))
          await upTo(150)
          await writer.commit()
          committed.push({ at: performance.now(), count: mine })
          await upTo(300)
        }
      })
      const process = openPages(() => upTo(100))
      for (; performance.now() < end; await upTo(20)) {
        const asked = performance.now()
        const due = committed.findLast(({ at }) => at < asked - 1000)
        expect(Number(await process.shown())).toBeGreaterThanOrEqual(due?.count ?? 0)
      }
      await Promise.all(writing)
      expect(committed.length).toBeGreaterThan(5)
    }, 20_000)
  },
)
