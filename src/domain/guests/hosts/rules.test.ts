import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupNeeds, isLinkOpen, meansNone, shortNames } from './rules.ts'

describe("the guests' needs on the kitchen sheet", () => {
  test.each([
    'None',
    'none.',
    'NONE!',
    ' nothing ',
    'N/A',
    'n/a.',
    'NA',
    'No',
    'no  known allergies',
    '-',
    '“None”',
  ])('do not include the answer %j', (text) => expect(meansNone(text)).toBe(true))

  test.each([
    'None but peanuts',
    'no nuts',
    'Nonettes',
    'not sure',
    '?',
    '.',
    '0.5 l of milk at most',
    'nano',
  ])('include the answer %j, so that the kitchen overlooks nothing', (text) =>
    expect(meansNone(text)).toBe(false),
  )

  test('are grouped by equal answers; guests who need nothing are counted, and guests without an answer named', () => {
    const answers = [
      { guest: 'Ana', text: 'Shellfish' },
      { guest: 'Bo', text: 'Peanuts' },
      { guest: 'Cy', text: 'None' },
      { guest: 'Di', text: ' peanuts. ' },
      { guest: 'Ed', text: null },
      { guest: 'Flo', text: 'n/a' },
      { guest: 'Gus', text: '  ' },
      { guest: 'Hal', text: 'dairy' },
    ]
    expect(groupNeeds(answers)).toEqual({
      needs: [
        { text: 'Peanuts', guests: ['Bo', 'Di'] },
        { text: 'dairy', guests: ['Hal'] },
        { text: 'Shellfish', guests: ['Ana'] },
      ],
      none: 2,
      unanswered: ['Ed', 'Gus'],
    })
  })

  test('name or count every guest exactly once, whatever the guests answered', () => {
    const text = fc.oneof(
      fc.constantFrom(
        'None',
        'none.',
        'N/A',
        'Peanuts',
        'peanuts',
        ' PEANUTS!',
        '',
        ' ',
        '?',
        '...',
        '()',
        '💐',
        'Nüsse',
      ),
      fc.string(),
      fc.constant(null),
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const answers = texts.map((each, index) => ({ guest: `guest ${index}`, text: each }))
        const { needs, none, unanswered } = groupNeeds(answers)
        const named = [...needs.flatMap(({ guests }) => guests), ...unanswered]
        expect(new Set(named).size).toBe(named.length)
        expect(named.length + none).toBe(answers.length)
        // Every guest who wrote anything but 'None' must be named at a need.
        const toldMore = answers.filter((each) => each.text?.trim() && !meansNone(each.text))
        const inNeed = needs.flatMap(({ guests }) => guests)
        expect(inNeed.toSorted()).toEqual(toldMore.map(({ guest }) => guest).toSorted())
        expect(needs.map(({ text: words }) => words)).not.toContain('')
      }),
    )
  })
})

const named = (customerName: string, nickname: string | null = null) => ({ customerName, nickname })

describe("the guests' short names on the kitchen sheet", () => {
  test('are nicknames or first names; equal ones get as much of the last name as makes them different', () => {
    const guests = [
      named('Ana Ortiz'),
      named('Robert Lee', 'Bob'),
      named('Sam Hill'),
      named('sam Doe'),
      named('Kim Day'),
      named('Kim Dow'),
      named('Pat Roe'),
      named('Pat Roe'),
      named('Cher'),
    ]
    expect(shortNames(guests)).toEqual([
      'Ana',
      'Bob',
      'Sam H.',
      'sam D.',
      'Kim Day',
      'Kim Dow',
      'Pat Roe',
      'Pat Roe (2)',
      'Cher',
    ])
  })

  test('are different for any two guests of an event', () => {
    const word = fc.constantFrom('Ana', 'ana', 'Bo', 'Bo B.', 'Bo (2)', 'Ana Bo (2)', 'Ωmega', '💐')
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    const guest = fc.record({ customerName: name, nickname: fc.option(word) })
    fc.assert(
      fc.property(fc.array(guest, { maxLength: 12 }), (guests) => {
        const names = shortNames(guests).map((each) => each.toLowerCase())
        expect(names).toHaveLength(guests.length)
        expect(new Set(names).size).toBe(names.length)
      }),
    )
  })
})

test('keeps a host link working until the day after the event, unless an admin has ended the link', () => {
  const event = { endDateDate: '2027-12-31' }
  expect(isLinkOpen({ revokedAt: null }, event, '2028-01-01')).toBe(true)
  expect(isLinkOpen({ revokedAt: null }, event, '2028-01-02')).toBe(false)
  expect(isLinkOpen({ revokedAt: new Date() }, event, '2027-12-30')).toBe(false)
})
