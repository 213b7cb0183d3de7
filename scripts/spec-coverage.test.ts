import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Pages that say what proves what. */
const PAGES = ['docs/spec-coverage.md', 'docs/security.md', 'docs/payments.md']
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

test('docs/security.md has every sentence against misuse, word for word', () => {
  const [, against = ''] = existsSync(WANTED) ? readFileSync(WANTED, 'utf8').split('## Against misuse') : []
  const [, ...points] = inOneLine(against).split(/ - (?=[A-Z])/)
  const rows = inOneLine(readFileSync('docs/security.md', 'utf8').replaceAll('\n', '\n '))
  const sentences = [...rows.matchAll(/\| ([^|]+?) \| [^|]+ \|/g)].map(([, sentence = '']) => sentence)
  const left = points.map((point) => sentences.reduce((rest, sentence) => rest.replace(sentence, ''), point))
  expect(left.filter((rest) => /\w/.test(rest))).toEqual([])
})

/** What is asked for, where it is at hand. */
const WANTED = '../shared/RELIABILITY.md'
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Whether the text stands whole in quotes, in a source with escapes undone: a title may be written in any of them. */
function isTitle(text: string, file: string): boolean {
  const source = readFileSync(file, 'utf8').replaceAll(/\\(['"`])/g, '$1')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${text}${quote}`))
}
