/** Runs the process: reads the settings, starts the site, prints its address, and shuts down cleanly. */
import { createLog, logConsole } from '#platform/log.ts'
import { readSettings } from '#platform/settings.ts'
import type { RunningSite } from './start.ts'

/** Milliseconds after SIGTERM until the process must have ended; the limit is 10 s (R20.5). */
const END_AFTER_MS = 9500
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'])

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const log = createLog()
let running: RunningSite | null = null
let ending = false

process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught error')
  process.exit(1)
})
process.on('unhandledRejection', (error) => {
  log.fatal({ err: error }, 'unhandled rejection')
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())

const read = readSettings(process.env)
if (!read.ok) {
  for (const problem of read.problems) complain(problem)
  process.exit(1)
}

const development = process.argv.includes('--dev')
// Settings have been read, so this affects only React, whose development build renders at half the speed.
if (!development) process.env['NODE_ENV'] = 'production'
if (!development) logConsole(log)

try {
  // Imported only now, so that a wrong setting is reported immediately.
  const { startSite } = await import('./start.ts')
  running = await startSite({ settings: read.settings, log, development })
  for (const line of running.announcement) say(line)
} catch (error) {
  complain(startProblem(error))
  process.exit(1)
}

/** Shuts down once, however often it is called. Before the site is running there is nothing to drain. */
async function end(): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(0), END_AFTER_MS).unref()
  await running?.close()
  process.exit(0)
}

/**
 * Returns the message of a failed start.
 * It is one clear line for problems that the operator can fix, and the full error for a bug.
 */
function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  const { settings } = read as Extract<typeof read, { ok: true }>
  const where = `${settings.host}:${settings.port}`
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: ${where} is already in use; stop what listens there or choose another PORT.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${settings.host} is not an address of this machine.`
    case 'EACCES':
      if ((error as NodeJS.ErrnoException).syscall === 'listen') {
        return `PORT: ${where} may not be opened by this user; choose a PORT above 1023.`
      }
  }
  if (code && UNWRITABLE.has(code)) return `DATA_DIR: ${settings.dataDir} cannot be used (${code}).`
  const isBug = error instanceof TypeError || error instanceof ReferenceError
  return isBug ? (error.stack ?? error.message) : (error.message.split('\n')[0] ?? 'The start failed.')
}
