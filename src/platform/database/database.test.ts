import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { sqlState, UNIQUE_VIOLATION } from './database.ts'
import { isMigrated } from './migrate.ts'
import { siteFacts } from './schema/site.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a test database comes migrated and empty', async () => {
  expect(await isMigrated(database.db)).toBe(true)
  expect(await database.db.select().from(siteFacts)).toEqual([])
})

test('the state of a failed statement is found behind Drizzle’s own error', async () => {
  await database.db.insert(siteFacts).values({ key: 'once', value: '1' })
  const error: unknown = await database.db
    .insert(siteFacts)
    .values({ key: 'once', value: '2' })
    .catch((reason: unknown) => reason)
  expect(sqlState(error)).toBe(UNIQUE_VIOLATION)
  expect(sqlState(new Error('something else'))).toBeUndefined()
})
