/**
 * `npm run move-to-postgres`: copies the embedded database in `DATA_DIR` to the PostgreSQL at `DATABASE_URL`,
 * through a backup. Keeps the file of the backup (docs/operators/backup.md), and does not change the embedded
 * database.
 */
import { join } from 'node:path'
import { makeBackup } from '#domain/desk/backup/make-backup.ts'
import { backupName } from '#domain/desk/backup/rules.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { makeDataFolder } from '#platform/data-folder.ts'
import { isEmbeddedThere, openEmbedded } from '#platform/database/embedded.ts'
import { openSession } from '#platform/database/postgres.ts'
import { openFileStore } from '#platform/files/file-store.ts'
import { CommandProblem, type CommandSettings, restoreInto, runCommand, say } from './command.ts'

await runCommand(async (settings) => {
  const { database, dataDir } = settings
  if (database.kind !== 'postgres')
    throw new CommandProblem('DATABASE_URL: is missing. Name the empty PostgreSQL database to move to.')
  if (!isEmbeddedThere(dataDir)) throw new CommandProblem(`DATA_DIR: there is no database in ${dataDir}.`)
  const path = await backUpEmbedded(settings)
  const order = {
    path,
    replace: process.argv.includes('--replace'),
    gap: 0,
    continuesAt: null,
    done: 'moved',
  } as const
  const { amount } = await restoreInto(await openSession(database.url), settings, order)
  say(`Moved ${amount}. Start the site with this DATABASE_URL.`)
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

/**
 * Backs up the embedded database. The site must be stopped, because the new database would lack later
 * changes.
 */
async function backUpEmbedded({ dataDir, dataKeys, backups }: CommandSettings): Promise<string> {
  await using embedded = await openEmbedded(dataDir)
  if (!backups.given) makeDataFolder(backups.folder)
  const at = new Date()
  const path = join(backups.folder, backupName(at))
  const files = await openFileStore({ files: { kind: 'disk' }, dataDir })
  await makeBackup({ db: embedded.db, files, sealer: createSealer(dataKeys) }, path, at)
  return path
}
