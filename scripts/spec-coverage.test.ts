import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Pages that say what proves what. */
const PAGES = ['docs/spec-coverage.md', 'docs/payments.md']
const page = readFileSync('docs/spec-coverage.md', 'utf8')

test.each(PAGES)('every test that %s names exists', (path) => {
  const named = [...readFileSync(path, 'utf8').matchAll(/`([^`›]+) › ([^`]+)`/g)].map(
    ([, file = '', name = '']) => ({ file, name }),
  )
  expect(named.length).toBeGreaterThan(0)
  const missing = named.filter(({ file, name }) => !existsSync(file) || !isTitle(name, file))
  expect(missing).toEqual([])
})

test('every sentence has a proof, or an issue that will bring it', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| sentence'))
  expect(rows.filter((row) => / \|\s*\|$/.test(row) || row.includes('to be filled'))).toEqual([])
})

/** Whether the text stands whole in quotes, in a source with escapes undone: a title may be written in any of them. */
function isTitle(text: string, file: string): boolean {
  const source = readFileSync(file, 'utf8').replaceAll(/\\(['"`])/g, '$1')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${text}${quote}`))
}
