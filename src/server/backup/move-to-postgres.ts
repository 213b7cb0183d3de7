/**
 * `npm run move-to-postgres`: from the embedded database in `DATA_DIR` to the PostgreSQL of `DATABASE_URL`, by way of a
 * backup, which stays (docs/backup.md). The embedded database is left as it is.
 */
import { join } from 'node:path'
import { makeBackup } from '#features/backup/make-backup.ts'
import { restoreBackup } from '#features/backup/restore-backup.ts'
import { backupName } from '#features/backup/rules.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { makeDataFolder } from '#platform/data-folder.ts'
import { isEmbeddedThere, openEmbedded } from '#platform/database/embedded.ts'
import { openSession } from '#platform/database/postgres.ts'
import { openFileStore } from '#platform/files/file-store.ts'
import { DDL as SANDBOX_DDL } from '#sandbox/payments/store.ts'
import { CommandProblem, type CommandSettings, count, runCommand, say } from './command.ts'

await runCommand(async (settings) => {
  const { database, dataDir } = settings
  if (database.kind !== 'postgres')
    throw new CommandProblem('DATABASE_URL: is missing. Name the empty PostgreSQL database to move to.')
  if (!isEmbeddedThere(dataDir)) throw new CommandProblem(`DATA_DIR: there is no database in ${dataDir}.`)
  const path = await backUpEmbedded(settings)
  const { db, close } = await openSession(database.url)
  try {
    const sealer = createSealer(settings.dataKeys)
    const target = { db, files: await openFileStore(settings), sealer, sandboxDdl: SANDBOX_DDL }
    const replace = process.argv.includes('--replace')
    const moved = await restoreBackup(target, path, { replace, gap: 0, goesOnAt: null })
    if (moved.outcome === 'refused') throw new CommandProblem(`Nothing was moved. ${moved.why}`)
    const { tables, files } = moved.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Moved ${count(rows)} rows and ${count(files.length)} files. Start the site with this DATABASE_URL.`)
  } finally {
    await close()
  }
  if (!settings.keysGiven)
    say(
      `Set SESSION_SECRET and DATA_KEYS to what is in ${join(dataDir, 'secrets')}: several processes share them.`,
    )
  say(
    `The embedded database is still in ${join(dataDir, 'database')}, and nothing deletes guests’ data there`,
  )
  say('any more. Remove it once the site runs well, and this backup of it within 35 days:')
  say(path)
})

/** The site must be stopped: what came in meanwhile would stay behind. */
async function backUpEmbedded({ dataDir, dataKeys, backups }: CommandSettings): Promise<string> {
  const { db, close } = await openEmbedded(dataDir)
  try {
    if (!backups.given) makeDataFolder(backups.folder)
    const at = new Date()
    const path = join(backups.folder, backupName(at))
    const files = await openFileStore({ files: { kind: 'disk' }, dataDir })
    await makeBackup({ db, files, sealer: createSealer(dataKeys) }, path, at)
    return path
  } finally {
    await close()
  }
}
