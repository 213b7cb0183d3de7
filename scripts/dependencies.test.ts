/** Checks that dependencies are few, pinned by the lock file, and without known advisories (R19.12). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
interface Locked {
  version?: string
  integrity?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const own = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked & Partial<Manifest>>
}
const wanted = Object.entries({ ...own.dependencies, ...own.devDependencies })

/** Maximum number of runtime dependencies. A higher number requires a decision record. */
const MOST_AT_RUN_TIME = 45

test('pins each dependency to a single version, the same as in the lock file (R19.12)', () => {
  for (const [name, version] of wanted) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)])
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version])
  }
  expect(packages['']).toMatchObject({ dependencies: own.dependencies, devDependencies: own.devDependencies })
})

/** Returns true if a package is compiled for other machines than the site's (Linux on x64 with glibc). */
function isForeign({ os, cpu, libc }: Locked): boolean {
  return !(allows(os, 'linux') && allows(cpu, 'x64') && allows(libc, 'glibc'))
}

function allows(kinds: string[] | undefined, ours: string): boolean {
  return !kinds || kinds.includes(ours)
}

test('requires a hash for each package, except for development tools of other platforms (R19.12)', () => {
  const unknown = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity)
  const ours = unknown.filter(([, locked]) => !(locked.optional && locked.dev && isForeign(locked)))
  expect(ours.map(([path]) => path)).toEqual([])
})

/** Without the packages for other platforms in the lock file, `npm ci` fails on those platforms. */
test('keeps the optional packages of other platforms in the lock file', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

/**
 * For each package with security advisories, the first version that has none. `never` means that no such
 * version exists.
 */
const MENDED: Record<string, string> = {
  // Security advisory: GHSA-wm7h-9275-46v2
  dicer: 'never',
  busboy: '1.0.0',
  // Security advisories: GHSA-x3cc-x39p-42qx, GHSA-mpg4-rc92-vx8v
  'fast-xml-parser': '4.4.1',
  // Security advisory: GHSA-67mh-4wv8-2f99
  esbuild: '0.25.0',
  // Nobody maintains s3rver anymore. It depends on the first three packages of this list.
  s3rver: 'never',
}

test('uses no package version with a known advisory, not even for development (R19.12)', () => {
  const bad = Object.entries(packages).filter(([path, { version = '0' }]) => {
    const mended = MENDED[path.split(/(?:^|\/)node_modules\//).at(-1) ?? '']
    return mended === 'never' || (mended !== undefined && isOlder(version, mended))
  })
  expect(bad.map(([path, { version }]) => `${path} ${version}`)).toEqual([])
})

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}

test('keeps the number of runtime dependencies within the limit that a decision record sets (R19.12)', () => {
  expect(Object.keys(own.dependencies).length).toBeLessThanOrEqual(MOST_AT_RUN_TIME)
})
