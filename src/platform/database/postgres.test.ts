import { expect, test } from 'vitest'
import { openTestDatabase, testDatabaseKind } from '../../testing/database.ts'
import { openDatabase } from './open.ts'

test('a server that cannot be reached is one clear line, without the password', async () => {
  const database = { kind: 'postgres' as const, url: 'postgres://user:secret@127.0.0.1:1/site' }
  const opening = openDatabase({ database, dataDir: '/nowhere' })
  await expect(opening).rejects.toThrow(/^DATABASE_URL: cannot connect to PostgreSQL \((?!.*secret).+\)$/)
})

if (testDatabaseKind() === 'postgres') {
  test('processes that start together migrate one after the other', async () => {
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
}
