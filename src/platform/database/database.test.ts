import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { isAnyOf, rows, sqlState, UNIQUE_VIOLATION } from './database.ts'
import { isMigrated } from './migrate.ts'
import { rooms } from './schema/rooms.ts'
import { siteFacts } from './schema/site.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('gives each test an empty database with all migrations', async () => {
  expect(await isMigrated(database.db)).toBe(true)
  expect(await database.db.select().from(siteFacts)).toEqual([])
})

test('finds the SQLSTATE of a failed statement inside Drizzle’s own error', async () => {
  await database.db.insert(siteFacts).values({ key: 'once', value: '1' })
  const error: unknown = await database.db
    .insert(siteFacts)
    .values({ key: 'once', value: '2' })
    .catch((reason: unknown) => reason)
  expect(sqlState(error)).toBe(UNIQUE_VIOLATION)
  expect(sqlState(new Error('something else'))).toBeUndefined()
})

test('uses one query plan for lists of numbers of any length', async () => {
  const asked = new PgDialect().sqlToQuery(sql`select id from rooms where ${isAnyOf(rooms.id, [1])}`)
  await database.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`prepare listed as ${asked.sql}`))
    for (let times = 0; times < 8; times += 1) await tx.execute(sql.raw(`execute listed('{1,2}')`))
    // PostgreSQL makes a new plan for each of the first five executions, and then compares the costs of these
    // plans (https://www.postgresql.org/docs/17/sql-prepare.html).
    const plans = sql`select custom_plans::int, generic_plans::int from pg_prepared_statements where name = 'listed'`
    expect(rows(await tx.execute(plans))).toEqual([{ custom_plans: 5, generic_plans: 3 }])
  })
})
