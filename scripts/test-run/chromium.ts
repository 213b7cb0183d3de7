/**
 * Finds a Chromium that starts, or fetches one: Playwright's own, else Debian's package. One without windows, where it is
 * installed or can be, since the whole browser takes twice as long for each test.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, run } from '../prepare/process.mjs'

const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = '/usr/bin/chromium'

const known = [process.env['CHROMIUM_PATH'], SHELL, WHOLE].find((path) => path && existsSync(path))

/** The options by which every test in a browser starts it: those of parts and those of whole pages. */
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
    // A page of a test does not live long enough to earn back what optimising its scripts costs.
    '--js-flags=--no-opt --no-maglev',
  ],
}

/** The program's path; null when none can be had. */
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
  // With its system libraries where that is allowed.
  const args = [cli, 'install', ...(root ? ['--with-deps'] : []), 'chromium']
  const { status } = await run(process.execPath, args, { cwd: ROOT, quiet: true, limitSeconds: 240 })
  return status === 0 && (await starts(own)) ? own : null
}

/** @param program one of Debian's; its package has the same name */
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
