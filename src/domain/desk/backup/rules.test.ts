import { describe, expect, test } from 'vitest'
import {
  backupName,
  backupNight,
  fileTypeOf,
  isLeftover,
  isTooOld,
  madeAtOf,
  partName,
  workingName,
} from './rules.ts'

test.each([
  ['2027-05-06T18:00:00Z', '2027-05-06'],
  // One second before 03:00 at the ranch, so this instant still belongs to the night before.
  ['2027-05-07T08:59:59Z', '2027-05-06'],
  ['2027-05-07T09:00:00Z', '2027-05-07'],
])('at %s, expects the backup of the night of %s', (now, day) => {
  expect(backupNight(new Date(now))).toBe(day)
})

const AT = new Date('2027-05-06T09:00:07Z')
const later = (days: number) => new Date(AT.getTime() + days * 86_400_000)

describe('a backup file', () => {
  test('has the time of the backup in its name, so that names sort by time', () => {
    expect(backupName(AT)).toBe('twelve-mile-2027-05-06T090007Z.tar.gz')
    expect(madeAtOf(backupName(AT))).toEqual(AT)
  })

  test.each([
    'before-the-move.tar.gz',
    'twelve-mile-2027-05-06.tar.gz',
    'twelve-mile-2027-13-06T090007Z.tar.gz',
    partName(backupName(AT), 7),
  ])('is not recognized by the name %s', (name) => expect(madeAtOf(name)).toBeNull())

  test("needs no content types, because the ending of an uploaded file's name determines its type", () => {
    expect(['a-480.webp', 'a-master.jpg', 'a.pdf', 'a'].map(fileTypeOf)).toEqual([
      'image/webp',
      'image/jpeg',
      'application/pdf',
      'application/octet-stream',
    ])
  })
})

test('deletes a backup after 34 days, because the next nightly cleanup may come after the limit of 35 days', () => {
  expect([33.9, 34, 34.1].map((days) => isTooOld(AT, later(days)))).toEqual([false, false, true])
})

test('deletes the leftovers of a killed backup process after a day, and no other files', () => {
  for (const name of [partName(backupName(AT), 7), workingName('0f', 'copy'), workingName('0f', 'proof')]) {
    expect(isLeftover(name, AT, later(0.9))).toBe(false)
    expect(isLeftover(name, AT, later(1.1))).toBe(true)
  }
  expect(isLeftover('.somebody-elses.part', AT, later(9))).toBe(false)
})
