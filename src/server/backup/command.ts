/** Code that the three backup commands share: settings, output, and exit status. */
import { resolve } from 'node:path'
import { rowsIn } from '#domain/desk/backup/archive.ts'
import { type RestoreOptions, restoreBackup } from '#domain/desk/backup/restore-backup.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import type { Session } from '#platform/database/postgres.ts'
import { openFileStore } from '#platform/files/file-store.ts'
import { failureMessage } from '#platform/log.ts'
import { loadSecrets, type Secrets } from '#platform/secrets.ts'
import { readSettings, type Settings } from '#platform/settings.ts'
import { DDL as SANDBOX_DDL } from '#dev/stripe/store.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A problem that the operator can solve. The command prints its message unchanged. */
export class CommandProblem extends Error {}

export type CommandSettings = Settings & Secrets

/**
 * Runs a command with the settings from the environment. If it fails, prints one line and exits with status
 * 1.
 */
export async function runCommand(work: (settings: CommandSettings) => Promise<void>): Promise<void> {
  try {
    const read = readSettings(process.env)
    if (!read.ok) throw new CommandProblem(read.problems.join('\n'))
    await work({ ...read.settings, ...(await loadSecrets(read.settings)) })
  } catch (error) {
    process.stderr.write(`${words(error)}\n`)
    process.exitCode = 1
  }
}

/**
 * Returns the message of an error in one line. For an error that is not a `CommandProblem`, the line has only
 * facts without personal data.
 */
function words(error: unknown): string {
  if (error instanceof CommandProblem) return error.message
  const own = error instanceof Error && /^(DATA_DIR|DATABASE_URL): /.test(error.message)
  return own ? (error.message.split('\n')[0] ?? '') : failureMessage(error)
}

/**
 * Restores the backup at `path` into a database, and closes the database. Returns the backup's date and size.
 * If the database refuses the backup, throws a message with the verb `done`: "Nothing was restored".
 */
export async function restoreInto(
  target: Session,
  settings: CommandSettings,
  { path, done, ...options }: RestoreOptions & { path: string; done: 'restored' | 'moved' },
): Promise<{ madeAt: string; amount: string }> {
  await using session = target
  const sealer = createSealer(settings.dataKeys)
  const destination = {
    db: session.db,
    files: await openFileStore(settings),
    sealer,
    sandboxDdl: SANDBOX_DDL,
  }
  const restored = await restoreBackup(destination, path, options)
  if (restored.outcome === 'refused') throw new CommandProblem(`Nothing was ${done}. ${restored.why}`)
  const { files, madeAt } = restored.manifest
  return { madeAt, amount: amountOf(rowsIn(restored.manifest), files.length) }
}

export const amountOf = (rows: number, files: number) => `${count(rows)} rows and ${count(files)} files`

/**
 * Returns the absolute path of a path that the user typed. A typed path is relative to the user's working
 * directory, but npm changes that directory.
 */
export const typedPath = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

const count = (many: number) => many.toLocaleString('en-US')
