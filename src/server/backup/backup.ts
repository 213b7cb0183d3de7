/** `npm run backup [-- file or folder]`: writes everything that the site stores to one file (docs/operators/backup.md). */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BackupReport, madeReport } from '#domain/desk/backup/jobs.ts'
import { makeBackup } from '#domain/desk/backup/make-backup.ts'
import { backupName } from '#domain/desk/backup/rules.ts'
import { makeDataFolder } from '#platform/data-folder.ts'
import { FolderInUse, isEmbeddedThere, openEmbedded } from '#platform/database/embedded.ts'
import { openSession, type Session } from '#platform/database/postgres.ts'
import { openFileStore } from '#platform/files/file-store.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { amountOf, CommandProblem, type CommandSettings, runCommand, say, typedPath } from './command.ts'
import { askSite } from './backup-requests.ts'

await runCommand(async (settings) => {
  const path = placeFor(settings, process.argv[2])
  const report = await backUp(settings, path)
  if (report.outcome === 'failed') throw new CommandProblem(`No backup was made. ${report.why}`)
  const { rows, files, bytes } = report
  say(`${path}: ${amountOf(rows, files)}, ${(bytes / 1e6).toFixed(1)} MB.`)
  say('It contains no keys. Store DATA_KEYS separately: without them its encrypted data cannot be read.')
})

/** Returns the full path of the new backup file. Throws if the folder that the user named does not exist. */
function placeFor({ backups }: CommandSettings, typed: string | undefined): string {
  const name = backupName(new Date())
  if (typed === undefined) {
    if (!backups.given) makeDataFolder(backups.folder)
    return inFolder(backups.folder, name)
  }
  const path = typedPath(typed)
  if (existsSync(path) && statSync(path).isDirectory()) return inFolder(path, name)
  if (existsSync(path)) throw new CommandProblem(`${path} is there already. Name another file, or a folder.`)
  return inFolder(dirname(path), path.slice(dirname(path).length + 1))
}

function inFolder(folder: string, name: string): string {
  if (!existsSync(folder)) throw new CommandProblem(`There is no folder ${folder}.`)
  return join(folder, name)
}

async function backUp(settings: CommandSettings, path: string): Promise<BackupReport> {
  const { database, dataDir } = settings
  if (database.kind === 'postgres') return byItself(settings, await openSession(database.url), path)
  if (!isEmbeddedThere(dataDir)) throw new CommandProblem(`DATA_DIR: there is no database in ${dataDir}.`)
  try {
    return await byItself(settings, await openEmbedded(dataDir), path)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
  say('The site is running: it makes the backup itself.')
  const reply = await askSite(dataDir, path)
  if (reply !== 'silent') return reply
  throw new CommandProblem(
    'Another process uses the database and does not answer. Wait until it is done, or stop it.',
  )
}

async function byItself(settings: CommandSettings, opened: Session, path: string): Promise<BackupReport> {
  await using session = opened
  const sealer = createSealer(settings.dataKeys)
  const source = { db: session.db, files: await openFileStore(settings), sealer }
  return madeReport(await makeBackup(source, path, new Date()), { problems: [], again: false })
}
