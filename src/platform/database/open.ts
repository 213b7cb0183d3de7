/** Opens the site's database, whichever the settings name. */
import { sql } from 'drizzle-orm'
import type { ListenForChanges } from './changes.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { isMigrated } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export interface DatabaseSettings {
  database: { kind: 'embedded' } | { kind: 'postgres'; url: string }
  dataDir: string
}

export interface OpenDatabase {
  db: Database
  kind: 'embedded' | 'postgres'
  /** Resolves when the database answers; rejects otherwise (`/readyz`). */
  ping(): Promise<void>
  /** Whether the schema is at least this code's. */
  migrated(): Promise<boolean>
  /** Hears what any process changes. */
  listen: ListenForChanges
  close(): Promise<void>
}

/**
 * Opens the database and brings it to the newest schema, one process at a time.
 * Throws one clear line: folder in use, server unreachable or too old, commits not durable.
 */
export async function openDatabase({ database, dataDir }: DatabaseSettings): Promise<OpenDatabase> {
  const opened = database.kind === 'embedded' ? await openEmbedded(dataDir) : await openPostgres(database.url)
  const { db, listen, close } = opened
  return {
    db,
    kind: database.kind,
    ping: async () => {
      await db.execute(sql`select 1`)
    },
    migrated: () => isMigrated(db),
    listen,
    close,
  }
}
