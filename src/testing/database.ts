/**
 * A migrated, empty database for one test file: embedded and in memory by default; on a real server
 * with TEST_DATABASE=postgres and TEST_DATABASE_URL. Both are clones of a template that is made once
 * per set of migrations, so that opening takes a fraction of a second.
 */
import type { ListenForChanges } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/database.ts'
import { cloneMemoryTemplate } from './memory-template.ts'
import { clonePostgresTemplate } from './postgres-template.ts'

export interface TestDatabase {
  db: Database
  kind: 'embedded' | 'postgres'
  /** For a second pool on the same database, where a lock can be proved: only on PostgreSQL, else null. */
  url: string | null
  listen: ListenForChanges
  close(): Promise<void>
}

/** Which database the tests run on. A test that proves a lock is defined on `postgres` alone: one connection proves nothing. */
export function testDatabaseKind(): 'embedded' | 'postgres' {
  return process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded'
}

/** Opens a fresh database; close it in `afterAll`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (testDatabaseKind() === 'embedded') return cloneMemoryTemplate()
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL')
  return clonePostgresTemplate(url)
}
