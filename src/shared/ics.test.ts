import { describe, expect, it } from 'vitest'
import { readCalendar } from '#test/support/read-calendar.ts'
import { eventCalendar, eventFeed, eventUid, hourIn, plainLines } from './ics.ts'

const event = {
  name: 'Leather and Light',
  startDateDate: '2027-03-12',
  endDateDate: '2027-03-16',
  startDate: 'Fri, Mar 12, 2027',
  endDate: 'Tue, Mar 16, 2027',
  shortDescription: 'Five quiet days.',
  cancelled: false,
  revision: 4,
}
const url = 'https://ranch.example/event/leather-and-light'
const now = new Date('2026-11-21T05:00:00Z')

const calendarOf = (changes: Partial<typeof event>) =>
  eventCalendar({ event: { ...event, ...changes }, url, uid: eventUid(3), now })

/** Parses a calendar file strictly by RFC 5545, without the code that writes it. */
function read(text: string): [name: string, value: string][] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')
  return lines.map((line) => {
    const match = /^([A-Z-]+(?:;[A-Z-]+=[A-Za-z-]+)*):(.*)$/.exec(line)
    if (!match?.[1]) throw new Error(`Not a property line: ${line}`)
    return [match[1], match[2] ?? '']
  })
}

function textOf(properties: [string, string][], name: string): string {
  const value = properties.find(([key]) => key === name)?.[1] ?? ''
  // In a TEXT value, commas, semicolons and backslashes must be escaped.
  expect(value).toMatch(/^(?:[^\\,;]|\\[\\,;nN])*$/)
  return value.replaceAll(/\\([\\,;nN])/g, (_, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark))
}

describe('the function that writes the calendar file of one event', () => {
  it('writes an event of whole days, whose end in the file is the day after the last day', () => {
    const properties = read(calendarOf({}))
    expect(properties.filter(([name]) => name === 'BEGIN').map(([, value]) => value)).toEqual([
      'VCALENDAR',
      'VEVENT',
    ])
    const values = Object.fromEntries(properties)
    expect(values['VERSION']).toBe('2.0')
    expect(values['METHOD']).toBe('PUBLISH')
    expect(values['SEQUENCE']).toBe('4')
    expect(values['UID']).toBe('event-3@twelvemile.example')
    expect(values['DTSTAMP']).toBe('20261121T050000Z')
    expect(values['DTSTART;VALUE=DATE']).toBe('20270312')
    expect(values['DTEND;VALUE=DATE']).toBe('20270317')
    expect(values['URL;VALUE=URI']).toBe(url)
  })

  // Daylight saving time begins between arrival and departure.
  it('writes arrival and departure if the texts name both hours, and calendar programs can read them (R32.3)', () => {
    const hours = { startDate: 'Fri, Mar 12, 2027, from 3:30 PM', endDate: 'Tue, Mar 16, 2027, until 11 AM' }
    const { entries } = readCalendar(calendarOf(hours))
    expect(entries).toMatchObject([
      { allDay: false, start: '2027-03-12T22:30:00Z', end: '2027-03-16T17:00:00Z', sequence: 4 },
    ])
    expect(entries[0]?.description).toContain(`Arrive: ${hours.startDate}\nLeave: ${hours.endDate}`)
    const [half] = readCalendar(calendarOf({ ...hours, endDate: 'Tue, Mar 16, 2027' })).entries
    expect(half?.allDay).toBe(true)
  })

  it.each([
    ['from noon', [12, 0]],
    ['12 a.m.', [0, 0]],
    ['by 11:45AM, lunch at 1 PM', [11, 45]],
    ['May 3, 2027', null],
    ['room 14 pm', null],
  ])("finds in the event's text %j the time of day %j", (words, hour) => {
    expect(hourIn(words)).toEqual(hour)
  })

  it("links a guest’s calendar file to the directions with the guest's own token (R32.3)", () => {
    const directions = 'https://ranch.example/directions?attendee=x'
    const text = eventCalendar({ event, url, uid: eventUid(3), directions, now })
    expect(readCalendar(text).entries[0]?.description).toContain(`Directions: ${directions}`)
    expect(calendarOf({})).not.toContain('Directions')
  })

  it('marks a canceled event as canceled under the same uid (R32.3)', () => {
    const values = Object.fromEntries(read(calendarOf({ cancelled: true })))
    expect(values).toMatchObject({
      UID: 'event-3@twelvemile.example',
      STATUS: 'CANCELLED',
      TRANSP: 'TRANSPARENT',
    })
    expect(Object.fromEntries(read(calendarOf({})))).not.toHaveProperty('STATUS')
  })

  it('writes the same days in every time zone of the machine', () => {
    const zone = process.env['TZ']
    const read = ['UTC', 'America/Denver', 'Asia/Tokyo', 'Pacific/Kiritimati'].map((name) => {
      process.env['TZ'] = name
      return calendarOf({ startDateDate: '2027-03-14', endDateDate: '2027-11-07' })
    })
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    expect(new Set(read).size).toBe(1)
    expect(read[0]).toContain('DTSTART;VALUE=DATE:20270314')
    expect(read[0]).toContain('DTEND;VALUE=DATE:20271108')
  })

  it('escapes texts so that they add no properties to a calendar file, and parses to the original texts', () => {
    const properties = read(
      calendarOf({
        name: 'Mud; sweat, \\ beers\r\nATTENDEE:mailto:evil@example.test\u2028\u0007',
        shortDescription: `Bring "boots"; and\r\n\r\nEND:VEVENT ${'é—🤠'.repeat(60)}`,
      }),
    )
    expect(properties.filter(([name]) => name === 'ATTENDEE')).toEqual([])
    expect(properties.filter(([name]) => name === 'END')).toHaveLength(2)
    expect(textOf(properties, 'SUMMARY')).toBe(
      'Mud; sweat, \\ beers ATTENDEE:mailto:evil@example.test at Twelve Mile Ranch',
    )
    expect(textOf(properties, 'DESCRIPTION')).toContain('é—🤠'.repeat(60))
    expect(textOf(properties, 'LOCATION')).toBe('Twelve Mile Ranch, New Mexico')
  })
})

describe('the function that writes the calendar feed of all events', () => {
  const entry = { event, url, uid: eventUid(3) }
  const feed = (entries: (typeof entry)[]) =>
    read(eventFeed({ entries, url: 'https://ranch.example/events.ics', now }))

  it('names the feed, says how often to refresh it, and writes each event as in its own file', () => {
    const other = { ...entry, uid: eventUid(4), event: { ...event, name: 'Mud; sweat' } }
    const properties = feed([entry, other])
    const values = Object.fromEntries(properties)
    expect(values['X-WR-CALNAME']).toBe('Events at Twelve Mile Ranch')
    expect(values['REFRESH-INTERVAL;VALUE=DURATION']).toBe('PT12H')
    expect(values['X-PUBLISHED-TTL']).toBe('PT12H')
    expect(properties.filter(([name]) => name === 'UID').map(([, value]) => value)).toEqual([
      'event-3@twelvemile.example',
      'event-4@twelvemile.example',
    ])
    const own = read(calendarOf({}))
    const begin = own.findIndex(([, value]) => value === 'VEVENT')
    expect(properties).toEqual(expect.arrayContaining(own.slice(begin)))
  })

  it('writes whole days that another calendar program reads correctly', () => {
    const text = eventFeed({ entries: [entry], url: 'https://ranch.example/events.ics', now })
    expect(readCalendar(text)).toMatchObject({
      properties: { 'x-wr-calname': 'Events at Twelve Mile Ranch', 'refresh-interval': 'PT12H' },
      entries: [
        {
          uid: 'event-3@twelvemile.example',
          summary: 'Leather and Light at Twelve Mile Ranch',
          start: '2027-03-12',
          end: '2027-03-17',
          allDay: true,
          url,
        },
      ],
    })
  })

  it('writes a valid calendar without events', () => {
    const ends = feed([]).filter(([name]) => name === 'BEGIN' || name === 'END')
    expect(ends).toEqual([
      ['BEGIN', 'VCALENDAR'],
      ['END', 'VCALENDAR'],
    ])
  })
})

it('keeps line breaks in a text and removes all other unprintable characters', () => {
  expect(plainLines('one\r\ntwo\rthree\n\nfour\u0007five\n')).toBe('one\ntwo\nthree\n\nfour five')
})
