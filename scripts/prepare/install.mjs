/**
 * Installs the dependencies if they are missing or differ from the lock file, and the pinned Node (the npm
 * package `node`). This program tells npm to run no install scripts of packages, because versions of npm
 * disagree on whether to run them, and as which user, and because no package should run code here. The only
 * install script that matters downloads the pinned Node. `pinnedNode` does that instead. For people who call
 * npm by hand, `package.json` lists `node` and `esbuild` in `allowScripts`.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT, run } from './process.mjs'

const MODULES = join(ROOT, 'node_modules')
const LOCK = join(ROOT, 'package-lock.json')
const STAMP = join(MODULES, '.installed')

/**
 * Installs the dependencies if needed.
 * @returns {Promise<void>} Ends the process with one line if npm fails.
 */
export async function ensureInstalled() {
  const lock = readFileSync(LOCK, 'utf8')
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  if (!matches(lock)) {
    console.log('Installing the dependencies (about a minute) …')
    // The build needs the development dependencies, which npm would leave out if NODE_ENV is production.
    const options = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    // `npm ci` fails if the npm registry lacks an optional package for some platform. `npm install` works in
    // that case.
    const installed =
      (await npm(['ci', ...options], ROOT)) === 0 ||
      (await npm(['install', '--no-save', ...options], ROOT)) === 0
    if (!installed) {
      console.error('The dependencies could not be installed: see npm’s message above, then try again.')
      process.exit(1)
    }
  }
  writeFileSync(STAMP, wanted)
}

/**
 * Returns the folder of a package that is not a dependency, because only one command needs it. Downloads it
 * into `.cache` if it is missing.
 * @param {string} name
 * @param {string} version
 */
export async function fetchedPackage(name, version) {
  const home = join(ROOT, '.cache', name)
  const folder = join(home, 'node_modules', name)
  if (!existsSync(folder)) {
    console.log(`Fetching ${name} (about half a minute) …`)
    await npm(['install', '--prefix', home, '--no-audit', '--no-fund', `${name}@${version}`], ROOT)
  }
  return folder
}

/**
 * Runs the npm that started this process, or otherwise the one in PATH. Returns its exit status.
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<number>}
 */
export async function npm(args, cwd) {
  const cli = process.env['npm_execpath'] ?? ''
  const byNode = basename(cli) === 'npm-cli.js'
  const command = byNode ? nodeOfNpm() : 'npm'
  const shell = !byNode && process.platform === 'win32'
  return (await run(command, byNode ? [cli, ...args] : args, { cwd, shell })).status
}

/**
 * Returns the Node program that can run npm. npm may have been started by the pinned Node in node_modules,
 * which `npm ci` has just deleted. In that case, returns another Node from PATH.
 */
function nodeOfNpm() {
  const known = [process.env['npm_node_execpath'], process.execPath]
  return known.find((path) => path && existsSync(path)) ?? 'node'
}

/**
 * Returns true if npm's record of the installed packages matches the lock file. The record also matches after
 * somebody ran `npm install`.
 * @param {string} lock
 */
function matches(lock) {
  const record = join(MODULES, '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(lock)
  const installed = packagesOf(readFileSync(record, 'utf8'))
  for (const [path, { version }] of Object.entries(installed))
    if (wanted[path]?.version !== version) return false
  return Object.entries(wanted).every(
    ([path, { optional, peer }]) => path === '' || optional || peer || path in installed,
  )
}

/**
 * @param {string} lock
 * @returns {Record<string, { version: string, optional?: boolean, peer?: boolean }>}
 */
function packagesOf(lock) {
  return JSON.parse(lock).packages ?? {}
}

// The functions below find the npm package that contains the pinned Node.

const PACKAGE = join(MODULES, 'node')
const PROGRAM = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'

/**
 * Returns the pinned Node, and downloads it if it is missing.
 * @returns {Promise<string>} The absolute path of the program. Ends the process with one line if there is none.
 */
export async function pinnedNode() {
  const program = join(PACKAGE, PROGRAM)
  if (existsSync(program)) return program
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  console.log(`Fetching Node ${version} (some seconds) …`)
  // Does what the install script of the package `node` would do, because some versions of npm do not run that
  // script.
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  await npm(['install', ...options, `${platformPackage()}@${version}`], PACKAGE)
  const fetched = join(PACKAGE, 'node_modules', platformPackage(), PROGRAM)
  if (existsSync(fetched) && (await run(fetched, ['--version'], { quiet: true })).status === 0)
    return keep(fetched)
  if (Number(process.versions.node.split('.')[0]) >= 24 && existsSync(process.execPath))
    return process.execPath
  console.error(
    `Node ${version} could not be fetched for ${process.platform} ${process.arch}: install it and try again.`,
  )
  process.exit(1)
}

function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform}-${process.arch}`
}

/**
 * Moves the Node program to where the install script of its package would put it. In another place, the next
 * `npm install` would delete the program. The link in `.bin` makes `npx vitest` and other commands use this
 * Node.
 * @param {string} fetched
 */
function keep(fetched) {
  const program = join(PACKAGE, PROGRAM)
  mkdirSync(dirname(program), { recursive: true })
  renameSync(fetched, program)
  if (process.platform === 'win32') return program
  const link = join(MODULES, '.bin', 'node')
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join('..', 'node', PROGRAM), link)
  return program
}
