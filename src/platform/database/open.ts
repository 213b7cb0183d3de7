/** Opens the site's database according to the settings. */
import { sql } from 'drizzle-orm'
import type { Settings } from '../settings.ts'
import type { Database } from './database.ts'
import { isMigrated } from './migrate.ts'

export interface OpenDatabase {
  db: Database
  /** Resolves if the database answers, and rejects otherwise. The health check at `/readyz` calls this. */
  ping(): Promise<void>
  /** Returns true if the database's schema is at least as new as this code requires. */
  migrated(): Promise<boolean>
  /**
   * Copies the embedded database at one moment, because no other process can read it while it is open. Null
   * for a PostgreSQL server.
   */
  copyTo: ((folder: string) => Promise<void>) | null
  close(): Promise<void>
}

/**
 * Opens the database and brings it to the newest schema, one process at a time. Throws an error with a one-line
 * message if the folder is in use, or the server cannot be reached or is too old. Also throws if commits do not
 * survive a power loss. `warn` receives one line for each problem that does not stop the start.
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

/** Opens the database that the settings name. Imports only the driver that is needed. */
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
