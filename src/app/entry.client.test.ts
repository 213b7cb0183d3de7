/**
 * Checks that the script which every page loads before the visitor's first touch stays small (R20.11). The
 * script must not import React, not even indirectly.
 */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const IMPORT = /^import (?!type )[^']*'([^']+)'/gm

/**
 * Returns the packages that a file in `src` loads, each with the file that imports the package. Dynamic
 * imports do not count.
 */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !/\.tsx?$/.test(file)) return []
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, to = '']) => {
    const own = to.startsWith('#') ? `src/${to.slice(1)}` : posix.join(posix.dirname(file), to)
    return /^[#.]/.test(to) ? packagesOf(own, seen) : [`${to}, by ${file}`]
  })
}

test('loads no npm package, such as React, before the visitor touches a page (R20.11)', () => {
  expect(packagesOf('src/app/entry.client.tsx')).toEqual([])
  expect(packagesOf('src/app/hydrate.tsx')).toContain('react, by src/app/hydrate.tsx')
})

test.each([
  'app/root.tsx',
  'app/public/info/info-page.tsx',
  'app/browser-call.ts',
  'app/offline/save-pages.ts',
])('loads no validation schemas in the browser for %s, which pages without a form load (R20.11)', (file) => {
  expect(packagesOf(`src/${file}`).filter((taken) => taken.startsWith('zod'))).toEqual([])
  expect(packagesOf('src/shared/endpoint.ts')).toEqual(['zod, by src/shared/endpoint.ts'])
})
