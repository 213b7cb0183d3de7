/**
 * Finds a working Chromium, or downloads one: Playwright's own, or otherwise Debian's package. Prefers
 * Playwright's program "headless shell", because tests in the full browser take twice as long.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, run } from '../prepare/process.mjs'

const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = '/usr/bin/chromium'

const known = [process.env['CHROMIUM_PATH'], SHELL, WHOLE].find((path) => path && existsSync(path))

/** Launch options for all tests in a browser. */
export const CHROMIUM_OPTIONS = {
  ...(known ? { executablePath: known } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Turns JavaScript's optimizer off, because each test closes its page before optimizing would save time.
    '--js-flags=--no-opt --no-maglev',
  ],
}

/** Returns the program's path, or null if none can be found or installed. */
export async function findChromium(): Promise<string | null> {
  const given = process.env['CHROMIUM_PATH']
  if (given && (await starts(given))) return given
  if (given) console.log(`CHROMIUM_PATH: ${given} does not start.`)
  if (await starts(SHELL)) return SHELL
  if (await starts(WHOLE)) return (await debians(SHELL)) ?? WHOLE
  return (await playwrights()) ?? (await debians(SHELL)) ?? (await debians(WHOLE))
}

async function playwrights() {
  const { chromium } = await import('@playwright/test')
  const own = chromium.executablePath()
  if (await starts(own)) return own
  console.log('Fetching Chromium by Playwright (about a minute) …')
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js')
  const root = process.getuid?.() === 0
  // Installs the system libraries of the browser too, which only the user root can do.
  const args = [cli, 'install', ...(root ? ['--with-deps'] : []), 'chromium']
  const { status } = await run(process.execPath, args, { cwd: ROOT, quiet: true, limitSeconds: 240 })
  return status === 0 && (await starts(own)) ? own : null
}

/**
 * Installs a browser from Debian's packages.
 * @param program the path that the program gets. Its last part is also the name of the package
 */
async function debians(program: string) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log(`Installing Debian's ${basename(program)} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { quiet: true, env, limitSeconds: 120 })
  const args = ['install', '-y', '--no-install-recommends', basename(program)]
  await run('apt-get', args, { quiet: true, env, limitSeconds: 300 })
  return (await starts(program)) ? program : null
}

async function starts(path: string) {
  return existsSync(path) && (await run(path, ['--version'], { quiet: true, limitSeconds: 30 })).status === 0
}
