import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase, testDatabaseKind } from '#test/support/database.ts'
import { rows } from './database.ts'
import { versionProblem, openSession } from './postgres.ts'
import { openDatabase } from './open.ts'

test('reports in one line, without the password, that a database server cannot be reached', async () => {
  const database = { kind: 'postgres' as const, url: 'postgres://user:secret@127.0.0.1:1/site' }
  const opening = openDatabase({ database, dataDir: '/nowhere' })
  await expect(opening).rejects.toThrow(/^DATABASE_URL: cannot connect to PostgreSQL \((?!.*secret).+\)$/)
})

test('shows no part of the database address if the server cannot be found', async () => {
  const database = { kind: 'postgres' as const, url: 'postgres://user:se@cr.invalid/et' }
  const opening = openDatabase({ database, dataDir: '/nowhere' })
  await expect(opening).rejects.toThrow(/^DATABASE_URL: cannot connect to PostgreSQL \(E[A-Z_]+\)$/)
})

test('requires PostgreSQL 15 or later (R21.4)', () => {
  expect(versionProblem(150_000)).toBeNull()
  expect(versionProblem(180_001)).toBeNull()
  expect(versionProblem(140_012)).toBe('DATABASE_URL: PostgreSQL 15 or later is needed, this is 14')
})

if (testDatabaseKind() === 'postgres') {
  test('lets processes that start at the same time migrate one after another', async () => {
    const test = await openTestDatabase()
    const database = { kind: 'postgres' as const, url: test.url ?? '' }
    await test.db.execute('drop schema public cascade; create schema public; drop schema drizzle cascade')
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ database, dataDir: '/nowhere' })))
    for (const site of opened) {
      await site.ping()
      expect(await site.migrated()).toBe(true)
      await site.close()
    }
    await test.close()
  })

  test('warns that the start waits for another process that migrates, with the id of that process', async () => {
    const test = await openTestDatabase()
    const database = { kind: 'postgres' as const, url: test.url ?? '' }
    const other = await openSession(database.url)
    // Takes the lock that a process holds while it migrates.
    await other.db.execute(sql`select pg_advisory_lock(712012)`)
    const [{ pid }] = rows<{ pid: number }>(await other.db.execute(sql`select pg_backend_pid() as pid`)) as [
      { pid: number },
    ]
    const warnings: string[] = []
    const opening = openDatabase({ database, dataDir: '/nowhere' }, (line) => warnings.push(line))
    await expect.poll(() => warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(new RegExp(`^The start waits: .+process ${pid}.+\\(${pid}\\)$`))
    await other.close()
    await (await opening).close()
    expect(warnings).toHaveLength(1)
    await test.close()
  })

  test('explains what to do if the database user may not create tables', async () => {
    const test = await openTestDatabase()
    const role = `stranger_${randomBytes(4).toString('hex')}`
    await test.db.execute('drop schema public cascade; drop schema drizzle cascade')
    await test.db.execute(sql.raw(`create role ${role} login password 'x'`))
    const url = Object.assign(new URL(test.url ?? ''), { username: role, password: 'x' }).href
    const opening = openDatabase({ database: { kind: 'postgres', url }, dataDir: '/nowhere' })
    await expect(opening).rejects.toThrow(
      /^DATABASE_URL: the tables cannot be created \(permission denied for database \S+\)\. Make this user the database's owner/,
    )
    await test.db.execute(sql.raw(`drop role ${role}`))
    await test.close()
  })

  test('replaces connections that the database server drops, and keeps the process running', async () => {
    const test = await openTestDatabase()
    await Promise.all([1, 2, 3].map(() => test.db.execute('select pg_sleep(0.05)')))
    const other = await openTestDatabase()
    await other.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(test.url ?? '').pathname.slice(1)}`,
    )
    const again = async () =>
      test.db.execute('select 1').then(
        () => true,
        () => false,
      )
    await expect.poll(again).toBe(true)
    await test.close()
    await other.close()
  })
}
