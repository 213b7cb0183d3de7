import { expect, test } from 'vitest'
import {
  failedBackupLine,
  partFacts,
  queueLine,
  describeSize,
  describeSpan,
  describeWhen,
  workState,
} from './system.tsx'

const AT = '2027-03-01T19:00:00.000Z'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [5_240_000, '5.2 MB'],
  [312_000_000, '312 MB'],
  [1_500_000_000, '1.5 GB'],
])('formats a size of %i bytes as "%s"', (bytes, words) => expect(describeSize(bytes)).toBe(words))

test.each([
  [59_000, 'less than a minute'],
  [60_000, '1 minute'],
  [119 * 60_000, '119 minutes'],
  [120 * 60_000, '2 hours'],
  [48 * 3_600_000, '2 days'],
])('formats a duration of %i ms as "%s"', (ms, words) => expect(describeSpan(ms)).toBe(words))

test('formats an instant of today as its time only, and any other instant with its ranch day', () => {
  expect(describeWhen('2027-03-01T18:05:00.000Z', AT)).toBe('11:05 AM')
  // This instant is on March 1 in UTC, but on February 28 at the ranch.
  expect(describeWhen('2027-03-01T06:00:00.000Z', AT)).toBe('Sun, Feb 28, 2027, 11:00 PM')
})

test("marks uploaded files on disk as a problem only if several processes can share the site's database", () => {
  const parts = { files: 'disk', payments: 'stripe', identity: 'oidc', mail: 'smtp' } as const
  const marked = (database: 'embedded' | 'postgres') =>
    partFacts({ ...parts, database }).flatMap(([name, , marked]) => (marked ? [name] : []))
  expect(marked('embedded')).toEqual(['Database'])
  expect(marked('postgres')).toEqual(['Uploaded files'])
})

test('describes how many jobs are due, waiting, retried and failed', () => {
  const queue = { due: 2, waiting: 1, dead: 0, oldestDue: '2027-03-01T18:40:00.000Z' }
  expect(queueLine({ queue, at: AT })).toBe(
    '2 due now (the oldest for 20 minutes), 1 for later, 0 failed in the last 30 days',
  )
  const work = { kind: 'email', round: false, lastDoneAt: null }
  expect(workState({ ...work, waiting: 0, retrying: 0, dead: 0 })).toBe('–')
  expect(workState({ ...work, waiting: 3, retrying: 1, dead: 1 })).toBe(
    '3 are waiting, 1 being retried, 1 failed',
  )
})

test('says why a backup that an admin started has failed', () => {
  const failed = { at: '2027-03-01T18:05:00.000Z', why: 'The disk is full.' }
  expect(failedBackupLine(failed, AT)).toBe(
    'The backup that an admin started has failed (11:05 AM). The disk is full.',
  )
})
