/** Tests programs that are not in the site's bundle. Node must be able to run them directly from source. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

/** Returns the source files that a program imports when it starts, without packages. */
function importsOf(program: string): string[] {
  const found = new Set([program])
  for (const file of found) {
    const text = readFileSync(file, 'utf8').replaceAll(/^import type [^']*'[^']*'/gm, '')
    for (const [, path = ''] of text.matchAll(/^(?:import|export|\} from)\b[^'\n]*'([.#][^']+\.\w+)'/gm))
      found.add(placeOf(file, path))
  }
  return [...found]
}

function placeOf(file: string, path: string): string {
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  const place = path.slice(1)
  return existsSync(place) ? place : `src/${place}`
}

const runJson = readFileSync('scripts/run.mjs', 'utf8')
const programs = new Set([
  ...[...runJson.matchAll(/file: '([^']+\.ts)'/g)].map(([, file = '']) => file),
  ...globSync('src/**/{encode-pictures,*-process}.ts').map((file) => file.replaceAll('\\', '/')),
])

test.each([...programs])('%s imports no components, which Node cannot load from source', (program) => {
  const files = importsOf(program)
  expect(files.every((file) => existsSync(file))).toBe(true)
  expect(files.filter((file) => file.endsWith('.tsx'))).toEqual([])
})
