/** Opens the site's database, whichever the settings name. */
import { sql } from 'drizzle-orm'
import type { Settings } from '../settings.ts'
import type { Database } from './database.ts'
import { isMigrated } from './migrate.ts'

export interface OpenDatabase {
  db: Database
  /** Resolves when the database answers; rejects otherwise (`/readyz`). */
  ping(): Promise<void>
  /** True when the schema is at least this code's. */
  migrated(): Promise<boolean>
  /** Of the embedded database, which no other process can read meanwhile: copies it as it is at one moment. */
  copyTo: ((folder: string) => Promise<void>) | null
  close(): Promise<void>
}

/**
 * Opens the database and brings it to the newest schema, one process at a time.
 * Throws one clear line: folder in use, server unreachable or too old, commits not durable. `warn` gets single lines about
 * what is in the way and does not stop it.
 */
export async function openDatabase(
  settings: Pick<Settings, 'database' | 'dataDir'>,
  warn: (line: string) => void = () => {},
): Promise<OpenDatabase> {
  const { db, copyTo, close } = await openKind(settings, warn)
  return {
    db,
    ping: async () => {
      await db.execute(sql`select 1`)
    },
    migrated: () => isMigrated(db),
    copyTo,
    close,
  }
}

/** Each driver is loaded only where it is used. */
async function openKind(
  { database, dataDir }: Pick<Settings, 'database' | 'dataDir'>,
  warn: (line: string) => void,
) {
  if (database.kind === 'embedded') {
    const { openEmbedded } = await import('./embedded.ts')
    return openEmbedded(dataDir)
  }
  const { openPostgres } = await import('./postgres.ts')
  return { ...(await openPostgres(database.url, warn)), copyTo: null }
}
