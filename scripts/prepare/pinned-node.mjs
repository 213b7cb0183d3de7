/** Finds the Node that the project is pinned to (the npm package `node`), and fetches it when it is not there. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npm } from './install.mjs'
import { ROOT } from './paths.mjs'
import { run } from './process.mjs'

const PACKAGE = join(ROOT, 'node_modules', 'node')
const PROGRAM = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'

/** @returns {Promise<string>} The absolute path of the program. Ends the process with one line when there is none. */
export async function pinnedNode() {
  const there = find()
  if (there) return there
  const version = pinnedVersion()
  console.log(`Fetching Node ${version} (some seconds) …`)
  // The work of the package's own install script, which not every npm runs.
  await npm(
    [
      'install',
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--loglevel=error',
      `${platformPackage()}@${version}`,
    ],
    PACKAGE,
  )
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

function pinnedVersion() {
  return /** @type {string} */ (JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version)
}

function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform}-${process.arch}`
}

function find() {
  const places = [
    join(PACKAGE, PROGRAM),
    join(PACKAGE, 'node_modules', platformPackage(), PROGRAM),
    join(ROOT, 'node_modules', platformPackage(), PROGRAM),
  ]
  return places.find((path) => existsSync(path))
}

/**
 * Puts the program where the package's own script would: the next `npm install` removes what it did not
 * place itself. The link in `.bin` makes `npx vitest` and the like run on it.
 * @param {string} fetched
 */
function keep(fetched) {
  const program = join(PACKAGE, PROGRAM)
  mkdirSync(dirname(program), { recursive: true })
  renameSync(fetched, program)
  if (process.platform === 'win32') return program
  const link = join(ROOT, 'node_modules', '.bin', 'node')
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join('..', 'node', PROGRAM), link)
  return program
}
