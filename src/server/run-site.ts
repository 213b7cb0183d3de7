/** The process: reads the settings, starts the site, tells where it is, and ends in good order. */
import { createLog, logConsole } from '#platform/log.ts'
import { readSettings } from '#platform/settings.ts'
import type { RunningSite } from './start.ts'

/** Milliseconds after SIGTERM within which the process has ended: 10 s (R20.5). */
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
// The settings are read by now, so this speaks to React alone: its development edition renders at half the speed.
if (!development) process.env['NODE_ENV'] = 'production'
if (!development) logConsole(log)

try {
  // The site is loaded only now: a wrong setting is told at once.
  const { startSite } = await import('./start.ts')
  running = await startSite({ settings: read.settings, log, development })
  for (const line of running.announcement) say(line)
} catch (error) {
  complain(startProblem(error))
  process.exit(1)
}

/** Ends the process, once, however often it is asked. Before the site is up there is nothing to drain. */
async function end(): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(0), END_AFTER_MS).unref()
  await running?.close()
  process.exit(0)
}

/** The words of a failed start: one clear line for what people can mend, the whole error for a bug. */
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
