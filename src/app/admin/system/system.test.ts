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
])('formats %i bytes as %s', (bytes, words) => expect(describeSize(bytes)).toBe(words))

test.each([
  [59_000, 'less than a minute'],
  [60_000, '1 minute'],
  [119 * 60_000, '119 minutes'],
  [120 * 60_000, '2 hours'],
  [48 * 3_600_000, '2 days'],
])('formats %i ms as %s', (ms, words) => expect(describeSpan(ms)).toBe(words))

test('shows only the time of an instant today, and otherwise the ranch day too', () => {
  expect(describeWhen('2027-03-01T18:05:00.000Z', AT)).toBe('11:05 AM')
  // At the ranch, this instant is on the day before.
  expect(describeWhen('2027-03-01T06:00:00.000Z', AT)).toBe('Sun, Feb 28, 2027, 11:00 PM')
})

test('accepts files on disk if one process runs the site, and warns about them if several processes share the database', () => {
  const parts = { files: 'disk', payments: 'stripe', identity: 'oidc', mail: 'smtp' } as const
  const marked = (database: 'embedded' | 'postgres') =>
    partFacts({ ...parts, database }).flatMap(([name, , marked]) => (marked ? [name] : []))
  expect(marked('embedded')).toEqual(['Database'])
  expect(marked('postgres')).toEqual(['Uploaded files'])
})

test('describes the job queue, and each kind of job', () => {
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
