import { expect, test } from 'vitest'
import { URL_NAME_PATTERN } from '#domain/events/domain/editing.ts'
import { follow, followDay, suggestCopyName, suggestEnd, suggestUrlName } from './suggest-event-values.ts'

test.each([
  ['Leather & Light', 'leather-and-light'],
  ["Founders' Quiet Week", 'founders-quiet-week'],
  ['  Café São—Tomé!  ', 'cafe-sao-tome'],
  ['New Moon / Star Week 2027', 'new-moon-star-week-2027'],
  ['...', ''],
  ['', ''],
])('turns the event name %j into the suggested url name %j', (name, urlName) => {
  expect(suggestUrlName(name)).toBe(urlName)
  if (urlName) expect(urlName).toMatch(URL_NAME_PATTERN)
})

test('cuts the suggested url name of a long event name after a whole word', () => {
  expect(suggestUrlName('word '.repeat(40))).toBe(Array.from({ length: 12 }, () => 'word').join('-'))
  expect(suggestUrlName('w'.repeat(100))).toHaveLength(60)
})

test('suggests a url name with month and year for a copied event once the admin has set its first day', () => {
  expect(suggestCopyName('Leather & Light', '')).toBe('')
  expect(suggestCopyName('Leather & Light', '2027-05-06')).toBe('leather-and-light-may-2027')
})

test.each([
  ['', '', '2027-05-06', 'Thu, May 6', 'empty text gets the date'],
  ['Thu, May 6', '2027-05-06', '2027-05-07', 'Fri, May 7', 'an unchanged suggestion follows'],
  ['Thu, May 6, from 3 PM', '2027-05-06', '2027-05-07', 'Fri, May 7, from 3 PM', 'the hour is kept'],
  [
    'Thu, May 6, 2027, from 3 PM',
    '2027-05-06',
    '2028-05-07',
    'Sun, May 7, 2028, from 3 PM',
    'the year follows',
  ],
  ['Sometime in May', '2027-05-06', '2027-05-07', 'Sometime in May', 'custom text is kept'],
  ['Thu, May 6th', '2027-05-06', '2027-05-07', 'Fri, May 7th', 'the ending is kept'],
  ['Thu, May 13', '2027-05-01', '2027-05-07', 'Thu, May 13', 'text for another day is kept'],
  [
    'Sat, May 13',
    '2027-05-01',
    '2027-05-07',
    'Sat, May 13',
    'text for a day that begins with the same digit is kept',
  ],
  ['Thu, May 6', '2027-05-06', '', 'Thu, May 6', 'an incomplete date changes nothing'],
  ['In spring', '', '2027-05-07', 'In spring', 'text without a previous date is kept'],
])(
  'turns the text %j, for a date that changes from %j to %j, into %j (%s)',
  (text, before, after, expected) => {
    expect(followDay(text, before, after)).toBe(expected)
  },
)

test('gives a copied event as many days as the original, even if daylight saving time begins during the copied event', () => {
  expect(suggestEnd('2027-03-12', { start: '2026-06-01', end: '2026-06-05' })).toBe('2027-03-16')
  expect(suggestEnd('', { start: '2026-06-01', end: '2026-06-05' })).toBe('')
})

const blank = { name: '', urlName: '', startDateDate: '', endDateDate: '', startDate: '', endDate: '' }
const nothing = { start: '', end: '' }

test("suggests a url name from the event's name until an admin types another", () => {
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

test('keeps the url name of an existing event when its name changes', () => {
  const there = { ...blank, name: 'Star', urlName: 'star' }
  expect(
    follow({ before: there, after: { ...there, name: 'Stars' }, known: nothing }, { kind: 'edit' }),
  ).toEqual({})
})

test('fills in the last day, the date texts and the url name when an admin sets the first day of a copied event', () => {
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

test('keeps the last day that an admin chose when the first day changes', () => {
  const days = { start: '2026-05-07', end: '2026-05-11' }
  const before = { ...blank, startDateDate: '2027-05-06', endDateDate: '2027-05-08' }
  const after = { ...before, startDateDate: '2027-05-07' }
  const known = { start: '2027-05-06', end: '2027-05-08' }
  expect(follow({ before, after, known }, { kind: 'copy', of: 1, days }).endDateDate).toBeUndefined()
})

test.each([
  ['2027-05-06', '2027-06-01', '2027-06-05', 'keeps its length'],
  ['2027-05-06', '2027-05-11', '2027-05-15', 'keeps its length when it moves by a day'],
  ['2027-01-06', '2027-06-01', '2027-06-01', 'ignores a half-typed start that would make it too long'],
  ['2027-05-12', '2027-06-01', '2027-06-01', 'becomes one day if it started after its end'],
  ['', '2027-06-01', '2027-06-01', 'becomes one day if it had no start'],
])(
  'moves the last day too if the first day moves past it: first day from %j to %s, last day becomes %s (%s)',
  (from, to, end) => {
    const before = { ...blank, startDateDate: from, endDateDate: '2027-05-10', endDate: 'Mon, May 10' }
    const known = { start: from, end: '2027-05-10' }
    for (const kind of ['new', 'edit'] as const) {
      const changes = follow({ before, after: { ...before, startDateDate: to }, known }, { kind })
      expect(changes.endDateDate).toBe(end)
      expect(changes.endDate).toBe(followDay('Mon, May 10', '2027-05-10', end))
    }
  },
)

test.each(['2027-05-07', '2027-05-10', ''])(
  'keeps the last day May 10 if the first day becomes %j, which is incomplete or not after May 10',
  (to) => {
    const before = { ...blank, startDateDate: '2027-05-06', endDateDate: '2027-05-10' }
    const known = { start: '2027-05-06', end: '2027-05-10' }
    const changes = follow({ before, after: { ...before, startDateDate: to }, known }, { kind: 'edit' })
    expect(changes.endDateDate).toBeUndefined()
  },
)
