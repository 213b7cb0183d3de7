import { expect, test } from 'vitest'
import type { BackupFacts } from '#features/today/contract.ts'
import { backupLine } from './backup-words.ts'

type Outcome = NonNullable<BackupFacts['proof']>['outcome']

const line = (outcome: Outcome, night = '2027-05-07', nightly = true) =>
  backupLine({ nightly, night, proof: { day: '2027-05-07', outcome, rows: 1234, problems: [] } })

test.each<[Outcome, string, 'good' | 'bad' | 'open', RegExp]>([
  ['proved', '2027-05-07', 'good', /^A backup of 1,234 rows was made last night, .* equal\.$/],
  ['proved', '2027-05-08', 'open', /in the night to Fri, May 7, 2027, .* None has been made since\.$/],
  ['proved', '2027-05-09', 'bad', /None has been made since\.$/],
  ['broken', '2027-05-07', 'bad', /^Something is wrong with the backup made last night\.$/],
  ['failed', '2027-05-07', 'bad', /^No backup could be made last night\.$/],
  ['failed', '2027-05-08', 'bad', /^No backup could be made in the night to Fri, May 7, 2027\.$/],
])('%s, looked at on %s, is %s', (outcome, night, tone, words) => {
  expect(line(outcome, night)).toEqual({ tone, words: expect.stringMatching(words) as string })
})

test('none yet, and none of ours', () => {
  expect(backupLine({ nightly: true, night: '2027-05-07', proof: null }).tone).toBe('open')
  expect(line('proved', '2027-06-07', false).words).toContain('by other means')
})
