import { expect, test } from 'vitest'
import { readCalendar } from '#test/support/read-calendar.ts'
import { type FamilyFeed, familyFeed } from './ics-feed.ts'

const hay = { id: 3, title: 'Hay', start: '2027-07-01', end: '2027-07-03', version: 1 }
const entry = (changes: Partial<typeof hay>) => ({ ...hay, ...changes })
const retreat = {
  id: 7,
  name: 'Leather',
  urlName: 'leather',
  start: '2027-03-12',
  end: '2027-03-16',
  version: 3,
}

function textOf(changes: Partial<FamilyFeed> = {}): string {
  return familyFeed({
    events: [hay],
    retreats: [retreat],
    pageOf: (urlName) => `https://ranch.example/event/${urlName}`,
    now: new Date('2026-11-21T05:00:00Z'),
    ...changes,
  })
}

test("writes the feed's events as whole days with an exclusive end and a stable uid, which another parser can read", () => {
  const { properties, entries } = readCalendar(textOf())
  expect(properties).toMatchObject({
    version: '2.0',
    method: 'PUBLISH',
    'x-wr-calname': 'Family at Twelve Mile Ranch',
    'refresh-interval': 'PT1H',
    'x-published-ttl': 'PT1H',
  })
  expect(entries).toEqual([
    {
      uid: 'family-3@twelvemile.example',
      summary: 'Hay',
      start: '2027-07-01',
      end: '2027-07-04',
      allDay: true,
      url: null,
      description: null,
      sequence: 0,
    },
    {
      uid: 'guests-7@twelvemile.example',
      summary: 'Leather',
      start: '2027-03-12',
      end: '2027-03-17',
      allDay: true,
      url: 'https://ranch.example/event/leather',
      description: 'https://ranch.example/event/leather',
      sequence: 2,
    },
  ])
})

test('writes only the days of a private retreat into the feed, without its name', () => {
  const hidden = { ...retreat, name: null, urlName: null }
  const [entry] = readCalendar(textOf({ events: [], retreats: [hidden] })).entries
  expect(entry).toMatchObject({
    summary: 'Private retreat',
    url: null,
    description: null,
    start: '2027-03-12',
  })
})

test('marks every event of the feed as free time', () => {
  expect(textOf().match(/^TRANSP:TRANSPARENT\r$/gm)).toHaveLength(2)
})

test('escapes titles in the feed, so that no title adds a property and every title is read back completely', () => {
  const titles = [
    'Mud; sweat, \\ beers\r\nATTENDEE:mailto:evil@example.test',
    'END:VEVENT\nEND:VCALENDAR',
    'é—🤠'.repeat(60),
    ' \u2028\u202e"quoted"; x=1:2 ',
  ]
  const text = textOf({ events: titles.map((title, id) => entry({ id, title })), retreats: [] })
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
  const { entries } = readCalendar(text)
  expect(entries.map(({ summary }) => summary)).toEqual([
    'Mud; sweat, \\ beers ATTENDEE:mailto:evil@example.test',
    'END:VEVENT END:VCALENDAR',
    'é—🤠'.repeat(60),
    '"quoted"; x=1:2',
  ])
  expect(text).not.toMatch(/^ATTENDEE/m)
})

test('writes days at the end of a year, leap days and days of clock changes into the feed unchanged', () => {
  const days = ['1900-01-01', '2027-03-14', '2027-11-07', '2027-12-31', '2028-02-29', '2999-12-31']
  const events = days.map((day, id) => entry({ id, start: day, end: day }))
  const { entries } = readCalendar(textOf({ events, retreats: [] }))
  expect(entries.map(({ start }) => start)).toEqual(days)
  expect(entries.map(({ end }) => end)).toEqual([
    '1900-01-02',
    '2027-03-15',
    '2027-11-08',
    '2028-01-01',
    '2028-03-01',
    '3000-01-01',
  ])
})

test('writes a valid feed even if the calendar has no events', () => {
  expect(readCalendar(textOf({ events: [], retreats: [] })).entries).toEqual([])
})
