/**
 * Runs the process: reads the settings, starts the site, prints its address, and stops the site properly.
 * This is the entry point of the server's bundle.
 */
import { createLog, logConsole } from '#platform/log.ts'
import { readSettings, type Settings } from '#platform/settings.ts'
import type { RunningSite, StartOptions } from './start.ts'

export { loadBuild } from './build.ts'

/** Milliseconds after SIGTERM by which the process must have ended. The limit is 10 s (R20.5). */
const END_AFTER_MS = 9500
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'])

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Loads and starts the built site. Loads it only after the settings were read, so that a wrong setting is
 * reported first.
 */
export async function startBuilt(options: StartOptions): Promise<RunningSite> {
  const { startSite } = await import('./start.ts')
  return startSite(options)
}

/** Runs the process. `start` starts the built site, or Vite's development server. */
export async function runSite(
  start: typeof startBuilt,
  { development }: { development: boolean },
): Promise<void> {
  const log = createLog()
  let running: RunningSite | null = null
  let ending = false

  /**
   * Ends the process once, however often this function is called. Before the site is running, there are no
   * requests that must finish.
   */
  async function end(): Promise<void> {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(0), END_AFTER_MS).unref()
    await running?.close()
    process.exit(0)
  }

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
  // The settings are read already, so this changes only React. React's development build takes twice as long
  // to render.
  if (!development) process.env['NODE_ENV'] = 'production'
  if (!development) logConsole(log)
  try {
    running = await start({ settings: read.settings, log, development })
    for (const line of running.announcement) say(line)
  } catch (error) {
    complain(startProblem(error, read.settings))
    process.exit(1)
  }
}

/**
 * Returns the message about a failed start: one line for a problem that the operator can solve, the full error for a
 * bug.
 */
function startProblem(error: unknown, settings: Settings): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
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
