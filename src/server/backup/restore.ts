/** `npm run restore -- <file> [--replace]`: restores everything in a backup into an empty site (docs/operators/backup.md). */
import { ID_GAP } from '#domain/desk/backup/rules.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { openSession } from '#platform/database/postgres.ts'
import { CommandProblem, restoreInto, runCommand, say, typedPath } from './command.ts'

await runCommand(async (settings) => {
  const typed = process.argv.slice(2)
  const [file, ...more] = typed.filter((word) => word !== '--replace')
  if (file === undefined || file.startsWith('-') || more.length > 0)
    throw new CommandProblem('Write: npm run restore -- <file>, and --replace to delete what is there.')
  const { database, dataDir } = settings
  const target = await (database.kind === 'postgres' ? openSession(database.url) : openEmbedded(dataDir))
  const replace = typed.includes('--replace')
  const order = {
    path: typedPath(file),
    replace,
    gap: ID_GAP,
    continuesAt: new Date(),
    done: 'restored',
  } as const
  const { madeAt, amount } = await restoreInto(target, settings, order)
  say(`Restored what was backed up on ${madeAt}: ${amount}.`)
  say(
    'Everyone must sign in again. At its start the site deletes data that is due for deletion, then serves.',
  )
})
