/** The parts that the three backup commands share: settings, words, an exit status. */
import { resolve } from 'node:path'
import { failureMessage } from '#platform/log.ts'
import { loadSecrets, type Secrets } from '#platform/secrets.ts'
import { readSettings, type Settings } from '#platform/settings.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A problem that whoever gave the command can mend, told as it is. */
export class CommandProblem extends Error {}

export type CommandSettings = Settings & Secrets

/** Runs a command with the settings of the environment; ends with 1 and a line where it comes to nothing. */
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

/** Errors of our own are one clear line; others are told without what they carry. */
function words(error: unknown): string {
  if (error instanceof CommandProblem) return error.message
  const own = error instanceof Error && /^(DATA_DIR|DATABASE_URL): /.test(error.message)
  return own ? (error.message.split('\n')[0] ?? '') : failureMessage(error)
}

/** A path as it was typed, from where it was typed: npm changes the folder. */
export const typedPath = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

export const count = (many: number) => many.toLocaleString('en-US')
