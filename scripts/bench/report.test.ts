import { expect, test } from 'vitest'
import { overLimit } from './growth.ts'
import { type Line, ratiosIn, slowerThan, table } from './report.ts'

const line = (what: string, ratio: string): Line => ({ what, ours: '', baseline: '', ratio, goal: '' })

test('the last ratios are read from the page that the table was written into', () => {
  const page = `# Performance\n\n${table([line('/ kept', '0.93 (0.59–1.72)')], new Map())}\n`
  expect(ratiosIn(page).get('/ kept')).toBe('0.93 (0.59–1.72)')
  expect(table([line('/ kept', '0.90 (0.80–1.00)')], ratiosIn(page))).toMatch(
    /\| 0\.90 \(0\.80–1\.00\) +\| 0\.93 +\|/,
  )
})

test('what fell by more than three tenths is told, and nothing else', () => {
  const before = new Map([
    ['a', '0.50 (0.40–0.60)'],
    ['b', '0.50 (0.40–0.60)'],
    ['start', '39 ×'],
  ])
  const now = [
    line('a', '0.34 (0.3–0.4)'),
    line('b', '0.36 (0.3–0.4)'),
    line('start', '9 ×'),
    line('new', '0.1 (0–1)'),
  ]
  expect(slowerThan(before, now)).toEqual(['a: 0.34 after 0.5'])
})

const at = (reservations: number, p95: number, kilobytes: number) => ({
  reservations,
  median: p95,
  p95,
  kilobytes,
})

test('only the largest site is held against the limits', () => {
  const growths = [
    { name: 'quick and short', at: [at(100, 400, 400), at(1000, 199, 149)] },
    { name: 'neither', at: [at(100, 10, 10), at(1000, 250, 151)] },
  ]
  expect(overLimit(growths)).toEqual(['neither: 250 ms', 'neither: 151 KB'])
})
