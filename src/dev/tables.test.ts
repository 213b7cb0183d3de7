import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealer } from '#platform/aes-sealer.ts'
import { openTestDatabase, testDatabaseKind, type TestDatabase } from '#test/support/database.ts'
import { createMailbox } from './mailbox/mailbox.ts'
import { DDL, deliveries } from './stripe/store.ts'
import { createTablesOnce } from './tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('lets the sandboxes of several processes create their tables at the same moment', async () => {
  const { db } = database
  const sealer = createSealer(`1:${randomBytes(32).toString('base64')}`)
  const openBoth = () => [
    createMailbox({ db, sealer, now: () => new Date() }).list(),
    createTablesOnce(db, DDL)(),
  ]
  for (let round = 0; round < 3; round += 1) {
    await db.execute(sql`drop schema if exists sandbox cascade`)
    // Because of this statement, the connection has cached that the schema does not exist. Creating the
    // tables must work anyway.
    await db.execute(sql`drop schema if exists sandbox`)
    const results = await Promise.allSettled([...openBoth(), ...openBoth(), ...openBoth()])
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  }
})

test('tries to create the sandboxes’ tables again after a failure', async () => {
  const { db } = database
  const ready = createTablesOnce(db, ['create table sandbox.late (like sandbox.early)'])
  await expect(ready()).rejects.toThrow()
  await db.execute(sql`create table sandbox.early (id integer)`)
  await ready()
  await ready()
})

// This test needs simultaneous transactions, and only PostgreSQL has several connections.
if (testDatabaseKind() === 'postgres') {
  test('does not wait for another process’s open transaction when a sandbox starts', async () => {
    const { db } = database
    await createTablesOnce(db, DDL)()
    await db.transaction(async (tx) => {
      await tx.insert(deliveries).values({ eventId: 'evt_1', runAt: new Date() })
      await createTablesOnce(db, DDL)()
    })
    expect(await db.$count(deliveries)).toBe(1)
  })
}
