import { expect, test } from 'vitest'
import { explainedIn, mutationPage, problemsOf, resultsOf, staleOf } from './page.ts'

const SOURCE = 'const least = 1\nexport const few = (n: number) => n < least || n === 0\n'
const mutant = (status: string, [from, to]: [number, number], replacement: string) => ({
  status,
  replacement,
  location: { start: { line: 2, column: from }, end: { line: 2, column: to } },
})
const killed = Array.from({ length: 9 }, () => mutant('Killed', [35, 44], 'false'))
const left = mutant('Survived', [35, 44], 'n <= least')
const resultsWith = (...mutants: (typeof left)[]) =>
  resultsOf({ files: { 'src/few.ts': { source: SOURCE, mutants } } })
const WHY = { file: 'src/few.ts', from: 'n < least', to: 'n <= least', why: 'least is never met' }

test('the page counts by file and together, and gives each survivor with its reason', () => {
  const results = resultsWith(...killed, left, mutant('CompileError', [1, 2], ''))
  const page = mutationPage(results, [WHY], [])
  expect(page).toContain('| `src/few.ts` | 10 | 9 | 1 | 90.0 % |\n| together | 10 | 9 | 1 | 90.0 % |')
  expect(page).toContain('| `src/few.ts:2` | `n < least` → `n <= least` | least is never met |')
  expect(mutationPage(results, [], [])).toContain('| **not explained** |')
  expect(explainedIn(page)).toEqual([WHY])
  expect(explainedIn(mutationPage(results, [], []))).toEqual([])
})

test('a run is in order when it reaches the score and every survivor is explained', () => {
  expect(problemsOf(resultsWith(...killed, left), [WHY])).toEqual([])
  expect(problemsOf(resultsWith(...killed, left), [])).toEqual([
    'survived at src/few.ts:2: n < least → n <= least',
  ])
  const uncovered = mutant('NoCoverage', [35, 44], 'n <= least')
  expect(problemsOf(resultsWith(left, uncovered, ...killed), [WHY])).toEqual([
    'The score is 81.8 %, less than 90 %',
  ])
  expect(problemsOf(resultsWith(), [])).toEqual(['The score is 0.0 %, less than 90 %'])
})

test('the page says which file was never run, and which is another text since its run', () => {
  const results = resultsWith(...killed)
  expect(staleOf(results, { 'src/few.ts': SOURCE })).toEqual([])
  expect(mutationPage(results, [], [])).toContain('Every result is of the code as it is.')
  const stale = staleOf(results, { 'src/few.ts': `${SOURCE}\n`, 'src/new.ts': '' })
  expect(stale).toEqual(['src/few.ts has changed since its run', 'src/new.ts has not been run'])
  expect(mutationPage(results, [], stale)).toContain('- src/new.ts has not been run')
})
