/** `npm run restore -- <file> [--replace]`: everything of a backup, into an empty site (docs/backup.md). */
import { restoreBackup } from '#features/backup/restore-backup.ts'
import { ID_GAP } from '#features/backup/rules.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { openSession, type Session } from '#platform/database/postgres.ts'
import { openFileStore } from '#platform/files/file-store.ts'
import { DDL as SANDBOX_DDL } from '#sandbox/payments/store.ts'
import { CommandProblem, type CommandSettings, count, runCommand, say, typedPath } from './command.ts'

await runCommand(async (settings) => {
  const typed = process.argv.slice(2)
  const [file, ...more] = typed.filter((word) => word !== '--replace')
  const unknown = more.find(() => true) ?? (file?.startsWith('-') ? file : undefined)
  if (file === undefined || unknown !== undefined)
    throw new CommandProblem('Write: npm run restore -- <file>, and --replace to delete what is there.')
  const { db, close } = await openTarget(settings)
  try {
    const sealer = createSealer(settings.dataKeys)
    const target = { db, files: await openFileStore(settings), sealer, sandboxDdl: SANDBOX_DDL }
    const replace = typed.includes('--replace')
    const options = { replace, gap: ID_GAP, goesOnAt: new Date() }
    const restored = await restoreBackup(target, typedPath(file), options)
    if (restored.outcome === 'refused') throw new CommandProblem(`Nothing was restored. ${restored.why}`)
    const { tables, files, madeAt } = restored.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Restored what was backed up on ${madeAt}: ${count(rows)} rows and ${count(files.length)} files.`)
    say('Everybody signs in anew. At its start the site deletes what was to be deleted since, then serves.')
  } finally {
    await close()
  }
})

const openTarget = async ({ database, dataDir }: CommandSettings): Promise<Session> =>
  database.kind === 'postgres' ? openSession(database.url) : openEmbedded(dataDir)
