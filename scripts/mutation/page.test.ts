import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTATED, type Mutant, mutationTables, problemsOf, resultOf, type Results } from './page.ts'

const SOURCE = 'const least = 1\nexport const few = (n: number) => n < least || n === 0\n'
const mutant = (status: Mutant['status'], [from, to]: [number, number], replacement: string): Mutant => ({
  status,
  replacement,
  location: { start: { line: 2, column: from }, end: { line: 2, column: to } },
})
const killed = Array.from({ length: 9 }, () => mutant('Killed', [35, 44], 'false'))
const left = mutant('Survived', [35, 44], 'n <= least')
const resultsWith = (mutants: Mutant[], before: Results = {}): Results => ({
  'src/few.ts': resultOf(SOURCE, mutants, before['src/few.ts']),
})
const SURVIVED = { line: 1, from: 'n < least', to: 'n <= least', why: 'least is never met' }
const EXPLAINED = { 'src/few.ts': { text: '', killed: 0, survived: [SURVIVED] } }
const SOURCES = { 'src/few.ts': SOURCE }

test('the page counts by file and together, and gives each survivor with its reason, which the next run keeps', () => {
  const mutants = [...killed, left, mutant('CompileError', [1, 2], '')]
  const { scores, survivors } = mutationTables(resultsWith(mutants, EXPLAINED), SOURCES)
  expect(scores).toContain('| `src/few.ts` | 10 | 9 | 1 | 90.0 % |\n| together | 10 | 9 | 1 | 90.0 % |')
  expect(survivors).toContain('| `src/few.ts:2` | `n < least` → `n <= least` | least is never met |')
  expect(mutationTables(resultsWith(mutants), SOURCES).survivors).toContain('| **not explained** |')
})

test('a run is in order when it reaches the score and every survivor is explained', () => {
  expect(problemsOf(resultsWith([...killed, left], EXPLAINED))).toEqual([])
  expect(problemsOf(resultsWith([...killed, left]))).toEqual([
    'survived at src/few.ts:2: n < least → n <= least',
  ])
  const uncovered = mutant('NoCoverage', [35, 44], 'n <= least')
  expect(problemsOf(resultsWith([left, uncovered, ...killed], EXPLAINED))).toEqual([
    'The score is 81.8 %, less than 90 %',
  ])
  expect(problemsOf(resultsWith([]))).toEqual(['The score is 0.0 %, less than 90 %'])
})

test('the page says which file was never run, and which is another text since its run', () => {
  const { scores } = mutationTables(resultsWith(killed), { 'src/few.ts': `${SOURCE}\n`, 'src/new.ts': '' })
  expect(scores).toContain('| `src/few.ts` (changed since) | 9 |')
  expect(scores).toContain('| `src/new.ts` | **not run yet** |')
})

test('the page names every file that is mutated', () => {
  const page = readFileSync('docs/mutation.md', 'utf8')
  expect(MUTATED.filter((file) => !page.includes(`\`${file}\``))).toEqual([])
})
