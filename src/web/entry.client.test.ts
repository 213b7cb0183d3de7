/** The script that every page loads before anybody touches it is a few kilobytes (R20.11): neither it nor what it imports brings React. */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const IMPORT = /^import (?!type )[^']*'([^']+)'/gm

/** The packages that are loaded with a file of `src`, each with the file that imports it; what is imported later (`import()`) is not. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !/\.tsx?$/.test(file)) return []
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, to = '']) => {
    const own = to.startsWith('#') ? `src/${to.slice(1)}` : posix.join(posix.dirname(file), to)
    return /^[#.]/.test(to) ? packagesOf(own, seen) : [`${to}, by ${file}`]
  })
}

test('what a page loads before it is touched brings no package along, React least of all (R20.11)', () => {
  expect(packagesOf('src/web/entry.client.tsx')).toEqual([])
  expect(packagesOf('src/web/hydrate.tsx')).toContain('react, by src/web/hydrate.tsx')
})

test.each([
  'web/root.tsx',
  'web/pages/info/info-page.tsx',
  'web/browser-call.ts',
  'web/offline/keep-pages.ts',
])('a page that is only read brings no schemas with %s (R20.11)', (file) => {
  expect(packagesOf(`src/${file}`).filter((taken) => taken.startsWith('zod'))).toEqual([])
  expect(packagesOf('src/shared/endpoint.ts')).toEqual(['zod, by src/shared/endpoint.ts'])
})
