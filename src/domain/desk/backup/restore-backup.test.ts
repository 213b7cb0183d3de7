/**
 * Tests which restores are refused with which message, that they change nothing, and that an older backup is
 * migrated.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, rows } from '#platform/database/database.ts'
import { migrateWithin, migrationLevels } from '#platform/database/migrate.ts'
import { createPool } from '#platform/database/postgres.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { makeBackup } from './make-backup.ts'
import { dropEverything } from './store/tables.ts'
import {
  type EmptyTarget,
  type BackupSite,
  openEmptyTarget,
  openBackupSite,
  OTHER_SEALER,
} from '#test/support/backup/backup-site.ts'

let backupSite: BackupSite
let path: string
let empty: EmptyTarget
beforeAll(async () => {
  backupSite = await openBackupSite()
  const event = await makeEvent(backupSite.app.services.db, { name: 'Backed up' })
  await makeReservation(backupSite.app.services, event.id, {
    customerName: 'One',
    email: 'one@example.test',
    status: 'confirmed',
  })
  path = (await backupSite.backUp()).path
  empty = await openEmptyTarget(backupSite)
})
afterAll(async () => {
  await empty.close()
  await backupSite.close()
})

const names = async (db: Database) =>
  rows<{ name: string }>(await db.execute(sql`select name from events order by id`)).map(({ name }) => name)
const refusal = (restored: Awaited<ReturnType<EmptyTarget['restore']>>) =>
  restored.outcome === 'refused' ? restored.why : null

describe('a restore', () => {
  test('names the data keys that are missing, before anything is changed', async () => {
    const sealer = createSealer(`2028:${Buffer.alloc(32, 3).toString('base64')}`)
    expect(refusal(await empty.restore(path, { sealer }))).toBe(
      'DATA_KEYS lacks the key "1", under which this backup is sealed. Set it as it was then.',
    )
    expect(await names(empty.db)).toEqual([])
  })

  test('refuses a data key that has the right name but another value, before anything is changed', async () => {
    expect(refusal(await empty.restore(path, { sealer: OTHER_SEALER }))).toContain(
      'has another key under the name "1"',
    )
    expect(await names(empty.db)).toEqual([])
  })
})

test('refuses to restore into a database with tables that the site did not create', async () => {
  await empty.db.execute(sql`create table wp_posts (id integer)`)
  expect(refusal(await empty.restore(path, { replace: true }))).toContain('tables of others (wp_posts)')
  await empty.db.execute(sql`drop table wp_posts`)
})

if (testDatabaseKind() === 'postgres')
  test('refuses to restore into a database that a running site uses', async () => {
    const site = createPool(empty.url ?? '')
    await site.query('select 1')
    expect(refusal(await empty.restore(path, { replace: true }))).toContain(
      'A site is running on this database',
    )
    await site.end()
  })

test('undoes a whole restore if a restored table differs from the backup', async () => {
  const { db } = empty
  // Simulates a mistake in the database or in our code. A trigger cannot simulate that, because a restore creates the
  // tables itself.
  const source = { ...backupSite.source, db: lying(backupSite.app.services.db) }
  const lie = `${backupSite.folder}/lie.tar.gz`
  await makeBackup(source, lie, backupSite.app.clock.now())
  expect(refusal(await empty.restore(lie))).toMatch(/was restored with|came out different/)
  expect(await names(db)).toEqual([])
})

/** Returns a database that reports one row too many for each table. */
function lying(db: Database): Database {
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name === 'execute')
        return async (query: never) => {
          const result = (await target.execute(query)) as unknown as { rows: { rows?: number }[] }
          for (const row of result.rows) if (typeof row.rows === 'number') row.rows += 1
          return result
        }
      if (name === 'transaction')
        return (work: (tx: Database) => Promise<unknown>, config: never) =>
          target.transaction((tx) => work(lying(tx as Database)), config)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

test('restores only into an empty database, unless the operator allows deleting the existing data and files', async () => {
  await makeEvent(empty.db, { name: 'There before' })
  await empty.files.write('there-480.webp', Buffer.from('x'), 'image/webp')
  expect(refusal(await empty.restore(path))).toBe(
    'This database is not empty (events). Name an empty one, or add --replace to delete what is in it.',
  )
  expect(await names(empty.db)).toEqual(['There before'])
  expect(await empty.restore(path, { replace: true })).toMatchObject({ outcome: 'restored' })
  expect(await names(empty.db)).toEqual(['Backed up'])
  expect(await empty.files.find('there-480.webp')).toBeNull()
})

test('migrates a restored backup of an older version, and refuses a backup of a newer version', async () => {
  const levels = migrationLevels()
  // Creates the database of a site as it was one migration ago. It is empty, except for one row of `site_facts`.
  const { db } = empty
  await db.transaction(async (tx) => {
    await dropEverything(tx)
    await migrateWithin(tx, levels.at(-2) ?? 0)
    await tx.execute(sql`insert into site_facts values ('kept', 'since long ago')`)
  })
  const older = `${backupSite.folder}/older.tar.gz`
  const { manifest } = await makeBackup({ ...backupSite.source, db }, older, backupSite.app.clock.now())
  expect(manifest.migration).toBe(levels.at(-2))
  expect(await empty.restore(older, { replace: true })).toMatchObject({ outcome: 'restored' })
  const found = await empty.db.execute(sql`select max(created_at)::text as level,
    (select value from site_facts where key = 'kept') as kept from drizzle.__drizzle_migrations`)
  expect(rows(found)).toEqual([{ level: String(levels.at(-1)), kept: 'since long ago' }])

  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
  )
  const newer = `${backupSite.folder}/newer.tar.gz`
  await makeBackup({ ...backupSite.source, db }, newer, backupSite.app.clock.now())
  expect(refusal(await empty.restore(newer, { replace: true }))).toContain('newer version of the site')
})
