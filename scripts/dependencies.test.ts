/** RELIABILITY "Against misuse": dependencies are few and pinned by the lock file. Advisories: docs/security.md. */
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
  link?: boolean
}

const own = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked & Partial<Manifest>>
}
const wanted = Object.entries({ ...own.dependencies, ...own.devDependencies })

/** More than this is a decision to be written down, and then another number here. */
const MOST_AT_RUN_TIME = 45

test('every version is one version, and the one that the lock file has', () => {
  for (const [name, version] of wanted) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)])
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version])
  }
  expect(packages['']).toMatchObject({ dependencies: own.dependencies, devDependencies: own.devDependencies })
})

test('what is always installed is told by its hash', () => {
  const unknown = Object.entries(packages).filter(
    ([path, { integrity, optional, link }]) => path !== '' && !optional && !link && !integrity,
  )
  expect(unknown.map(([path]) => path)).toEqual([])
})

test('they are few', () => {
  expect(Object.keys(own.dependencies).length).toBeLessThanOrEqual(MOST_AT_RUN_TIME)
})
