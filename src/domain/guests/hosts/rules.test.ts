import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupNeeds, isLinkOpen, meansNone, shortNames } from './rules.ts'

describe('needs in the kitchen', () => {
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
  ])('treats the answer %j as no need', (text) => expect(meansNone(text)).toBe(true))

  test.each([
    'None but peanuts',
    'no nuts',
    'Nonettes',
    'not sure',
    '?',
    '.',
    '0.5 l of milk at most',
    'nano',
  ])('treats the answer %j as a need, so that none is overlooked', (text) =>
    expect(meansNone(text)).toBe(false),
  )

  test('group equal answers, the most frequent first, and count or name the other guests', () => {
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

  test('list every guest exactly once, whatever they answered', () => {
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

describe('what guests are called on the kitchen sheet', () => {
  test('are the nicknames or first names, and more only if two guests have the same', () => {
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

  test('are different for any two guests', () => {
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

test('decides that a host link works until the day after the event, unless an admin has ended it', () => {
  const event = { endDateDate: '2027-12-31' }
  expect(isLinkOpen({ revokedAt: null }, event, '2028-01-01')).toBe(true)
  expect(isLinkOpen({ revokedAt: null }, event, '2028-01-02')).toBe(false)
  expect(isLinkOpen({ revokedAt: new Date() }, event, '2027-12-30')).toBe(false)
})
