import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Pages that say what proves what. */
const PAGES = ['docs/spec-coverage.md', 'docs/security.md', 'docs/payments.md']

test.each(PAGES)('every test that %s names exists', (path) => {
  const named = [...readFileSync(path, 'utf8').matchAll(/`([^`›]+) › ([^`]+)`/g)].map(
    ([, file = '', name = '']) => ({ file, name }),
  )
  expect(named.length).toBeGreaterThan(0)
  const missing = named.filter(({ file, name }) => !existsSync(file) || !isTitle(name, file))
  expect(missing).toEqual([])
})

/** The sentences of a page's tables, each with what is said to prove it; `until`: of those above this heading. */
function rowsOf(path: string, until?: string): { sentence: string; proof: string }[] {
  const page = readFileSync(path, 'utf8')
  const lines = (until === undefined ? page : (page.split(until)[0] ?? '')).split('\n')
  const rows = lines.filter((line) => line.startsWith('| ') && !/^\| (sentence|attack) /.test(line))
  return rows.map((row) => {
    const [sentence = '', ...proof] = row.slice(2, -2).split(' | ')
    return { sentence, proof: proof.join(' | ') }
  })
}

test.each(['docs/spec-coverage.md', 'docs/security.md'])('every sentence of %s has a proof', (path) => {
  const rows = rowsOf(path)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ proof }) => proof.trim() === '' || proof.includes('to be filled'))).toEqual([])
})

/**
 * The sentences that were asked for, as numbers: how many a page has, and their fingerprint. None is lost or reworded
 * unnoticed; whoever adds one on purpose puts the new numbers here.
 */
test.each([
  ['docs/spec-coverage.md', 263, '2dafdf74291c40d6'],
  ['docs/security.md', 35, '2adce3b680af20a4'],
])('the sentences of %s are those that were asked for', (path, count, fingerprint) => {
  const sentences = rowsOf(path, '## What broke it').map(({ sentence }) => sentence)
  expect(sentences).toHaveLength(count)
  expect(createHash('sha256').update(sentences.join('\n')).digest('hex').slice(0, 16)).toBe(fingerprint)
})

/** Whether the text stands whole in quotes, in a source with escapes undone: a title may be written in any of them. */
function isTitle(text: string, file: string): boolean {
  const source = readFileSync(file, 'utf8').replaceAll(/\\(['"`])/g, '$1')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${text}${quote}`))
}
