import { expect, test } from 'vitest'
import { URL_NAME_PATTERN } from '#features/events/domain/editing.ts'
import { follow, followDay, suggestCopyName, suggestEnd, suggestUrlName } from './suggest.ts'

test.each([
  ['Leather & Light', 'leather-and-light'],
  ["Founders' Quiet Week", 'founders-quiet-week'],
  ['  Café São—Tomé!  ', 'cafe-sao-tome'],
  ['New Moon / Star Week 2027', 'new-moon-star-week-2027'],
  ['...', ''],
  ['', ''],
])('the name %j proposes the address %j', (name, urlName) => {
  expect(suggestUrlName(name)).toBe(urlName)
  if (urlName) expect(urlName).toMatch(URL_NAME_PATTERN)
})

test('a long name proposes as many whole words as fit', () => {
  expect(suggestUrlName('word '.repeat(40))).toBe(Array.from({ length: 12 }, () => 'word').join('-'))
  expect(suggestUrlName('w'.repeat(100))).toHaveLength(60)
})

test('a copy is proposed an address with its month, once that is known', () => {
  expect(suggestCopyName('Leather & Light', '')).toBe('')
  expect(suggestCopyName('Leather & Light', '2027-05-06')).toBe('leather-and-light-may-2027')
})

test.each([
  ['', '', '2027-05-06', 'Thu, May 6', 'nothing written'],
  ['Thu, May 6', '2027-05-06', '2027-05-07', 'Fri, May 7', 'as proposed'],
  ['Thu, May 6, from 3 PM', '2027-05-06', '2027-05-07', 'Fri, May 7, from 3 PM', 'with an hour'],
  ['Thu, May 6, 2027, from 3 PM', '2027-05-06', '2028-05-07', 'Sun, May 7, 2028, from 3 PM', 'with its year'],
  ['Sometime in May', '2027-05-06', '2027-05-07', 'Sometime in May', 'words of their own'],
  ['Thu, May 6th', '2027-05-06', '2027-05-07', 'Fri, May 7th', 'another ending'],
  ['Thu, May 13', '2027-05-01', '2027-05-07', 'Thu, May 13', 'another day'],
  ['Sat, May 13', '2027-05-01', '2027-05-07', 'Sat, May 13', 'a day that begins alike'],
  ['Thu, May 6', '2027-05-06', '', 'Thu, May 6', 'the date is being typed'],
  ['In spring', '', '2027-05-07', 'In spring', 'words before any date'],
])('%j, from %j to %j, becomes %j: %s', (text, before, after, expected) => {
  expect(followDay(text, before, after)).toBe(expected)
})

test('a copy lasts as long as the original, across a change of the clocks too', () => {
  expect(suggestEnd('2027-03-12', { start: '2026-06-01', end: '2026-06-05' })).toBe('2027-03-16')
  expect(suggestEnd('', { start: '2026-06-01', end: '2026-06-05' })).toBe('')
})

const blank = { name: '', urlName: '', startDateDate: '', endDateDate: '', startDate: '', endDate: '' }
const nothing = { start: '', end: '' }

test('a name proposes the address of a new event until somebody writes another', () => {
  const typed = { ...blank, name: 'Star', urlName: 'star' }
  expect(
    follow({ before: blank, after: { ...blank, name: 'Star' }, known: nothing }, { kind: 'new' }),
  ).toEqual({
    urlName: 'star',
  })
  expect(
    follow({ before: typed, after: { ...typed, name: 'Stars' }, known: nothing }, { kind: 'new' }),
  ).toEqual({
    urlName: 'stars',
  })
  const own = { ...typed, urlName: 'night' }
  expect(follow({ before: own, after: { ...own, name: 'Stars' }, known: nothing }, { kind: 'new' })).toEqual(
    {},
  )
})

test('the address of an event that is there stays as it is', () => {
  const there = { ...blank, name: 'Star', urlName: 'star' }
  expect(
    follow({ before: there, after: { ...there, name: 'Stars' }, known: nothing }, { kind: 'edit' }),
  ).toEqual({})
})

test('the first day of a copy brings the last one, both in words, and the address', () => {
  const days = { start: '2026-05-07', end: '2026-05-11' }
  const copied = { ...blank, name: 'Star', startDate: 'Thu, May 7, from 3 PM', endDate: 'Mon, May 11' }
  const after = { ...copied, startDateDate: '2027-05-06' }
  expect(follow({ before: copied, after, known: days }, { kind: 'copy', of: 1, days })).toEqual({
    urlName: 'star-may-2027',
    endDateDate: '2027-05-10',
    startDate: 'Thu, May 6, from 3 PM',
    endDate: 'Mon, May 10',
  })
})

test('a last day that somebody chose stays when the first one moves', () => {
  const days = { start: '2026-05-07', end: '2026-05-11' }
  const before = { ...blank, startDateDate: '2027-05-06', endDateDate: '2027-05-08' }
  const after = { ...before, startDateDate: '2027-05-07' }
  const known = { start: '2027-05-06', end: '2027-05-08' }
  expect(follow({ before, after, known }, { kind: 'copy', of: 1, days }).endDateDate).toBeUndefined()
})

test.each([
  ['2027-05-06', '2027-06-01', '2027-06-05', 'as long as it was'],
  ['2027-05-06', '2027-05-11', '2027-05-15', 'by a day'],
  ['2027-01-06', '2027-06-01', '2027-06-01', 'from a day that was only on the way'],
  ['2027-05-12', '2027-06-01', '2027-06-01', 'from a day past it already'],
  ['', '2027-06-01', '2027-06-01', 'from none'],
])('a first day that moves from %j past the last one, to %s, moves that to %s: %s', (from, to, end) => {
  const before = { ...blank, startDateDate: from, endDateDate: '2027-05-10', endDate: 'Mon, May 10' }
  const known = { start: from, end: '2027-05-10' }
  for (const kind of ['new', 'edit'] as const) {
    const changes = follow({ before, after: { ...before, startDateDate: to }, known }, { kind })
    expect(changes.endDateDate).toBe(end)
    expect(changes.endDate).toBe(followDay('Mon, May 10', '2027-05-10', end))
  }
})

test.each(['2027-05-07', '2027-05-10', ''])('a first day of %j leaves the last one, May 10', (to) => {
  const before = { ...blank, startDateDate: '2027-05-06', endDateDate: '2027-05-10' }
  const known = { start: '2027-05-06', end: '2027-05-10' }
  const changes = follow({ before, after: { ...before, startDateDate: to }, known }, { kind: 'edit' })
  expect(changes.endDateDate).toBeUndefined()
})
