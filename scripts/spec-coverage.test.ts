import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

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

/** The sentences of a page's tables, each with what is said to prove it. */
function rowsOf(path: string): { sentence: string; proof: string }[] {
  const lines = readFileSync(path, 'utf8').split('\n')
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

/** Where the texts are at hand that these pages answer; a clone without them has the sentences here, and says that this was skipped. */
const GIVEN = '../shared'
const given = (name: string) => readFileSync(`${GIVEN}/${name}`, 'utf8')
/** What is left of a text without these sentences. */
function without(text: string, sentences: string[]): string[] {
  const longestFirst = sentences.toSorted((one, other) => other.length - one.length)
  const left = longestFirst.reduce((rest, sentence) => rest.replace(sentence, '\n'), text)
  return left.split('\n').filter((rest) => /\w/.test(rest))
}

describe.skipIf(!existsSync(GIVEN))('held against ../shared', () => {
  test('docs/spec-coverage.md has every sentence of SPEC.md, word for word', () => {
    const lines = given('SPEC.md')
      .split('\n')
      .filter((line) => !/^#|^\|[-| ]+\|$/.test(line))
      .map((line) => line.replace(/^\s*(?:[-*]|\d+\.) /, ''))
      .map((line) =>
        line.startsWith('|') ? line.replaceAll(/^\| | \|$/g, '').replaceAll(' | ', ' · ') : line,
      )
    const sentences = rowsOf('docs/spec-coverage.md').map(({ sentence }) => sentence)
    const left = without(inOneLine(lines.join('\n')), sentences)
    expect(left.map((rest) => rest.trim())).toEqual(TABLE_HEADS)
  })

  test('docs/security.md has every sentence of RELIABILITY.md against misuse, and of what was learned from it, word for word', () => {
    const parts = given('RELIABILITY.md')
      .split(/^## /m)
      .filter((part) => /^(Against misuse|Learned from trying to break it)/.test(part))
    expect(parts).toHaveLength(2)
    const points = inOneLine(parts.map((part) => part.replace(/^.*/, '').replaceAll(/^- /gm, '')).join('\n'))
    const sentences = rowsOf('docs/security.md').map(({ sentence }) => sentence)
    expect(points.length).toBeGreaterThan(1000)
    expect(without(points, sentences)).toEqual([])
  })
})

/** Of the specification's tables: they say nothing. */
const TABLE_HEADS = [
  'Route · Access · Purpose',
  'Method · Path · Payload · Response',
  'Situation · Behaviour',
]
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Whether the text stands whole in quotes, in a source with escapes undone: a title may be written in any of them. */
function isTitle(text: string, file: string): boolean {
  const source = readFileSync(file, 'utf8').replaceAll(/\\(['"`])/g, '$1')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${text}${quote}`))
}
