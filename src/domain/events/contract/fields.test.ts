import { describe, expect, test } from 'vitest'
import { NEW_EVENT } from '#test/support/events/new-event.ts'
import { eventChanges, eventInput } from './fields.ts'

function problems(changes: Record<string, unknown>): Record<string, string> {
  const issues = eventInput.safeParse({ ...NEW_EVENT, ...changes }).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

describe('the check of the fields of an event that an admin writes', () => {
  test.each<[string, unknown]>([
    ['cost', 0],
    ['cost', -1],
    ['cost', 100],
    ['urlName', '2027.spring_days~a-b'],
    ['endDateDate', '2027-08-06'],
    ['spots', 0],
    ['color', '#ABCdef'],
    ['color', ''],
    ['adminEmail', ''],
    ['mainImage', '/uploads/a.jpg'],
    ['secondImage', null],
    ['pdfLink', '/documents/guide.pdf#page=2'],
    ['pdfLink', 'https://files.example/guide'],
    ['password', ' '],
    ['longDescription', 'x'.repeat(20_000)],
  ])('accepts %s with the value %j', (name, value) => expect(problems({ [name]: value })).toEqual({}))

  test.each<[string, unknown, string]>([
    ['cost', 99, 'Please enter $1.00 or more, 0 for a free event, or -1 when the price is not shown here'],
    ['cost', 10.5, 'Please enter a whole number of cents'],
    ['cost', '100', 'Please enter a whole number of cents'],
    ['cost', Number.NaN, 'Please enter a whole number of cents'],
    ['cost', 100_000_000, 'That is more than one payment can be'],
    ['cost', -(2 ** 40), 'Please enter -1 when the price is not shown here'],
    ['cost', null, 'Required'],
    ['urlName', '', 'Required'],
    ['urlName', 'With Space', expect.stringMatching(/no spaces, slashes or capitals$/)],
    ['urlName', 'a/b', expect.stringMatching(/no spaces, slashes or capitals$/)],
    ['urlName', '-a', expect.stringMatching(/no spaces, slashes or capitals$/)],
    ['startDateDate', '', 'Required'],
    ['startDateDate', '2027-02-30', 'Please enter a day as yyyy-mm-dd'],
    ['startDateDate', '0202-08-06', 'Please check the year'],
    ['endDateDate', '2027-08-05', 'The event would end before it starts. Please check both days.'],
    ['spots', -1, 'Please enter 0 or more'],
    ['spots', 1.5, 'Please enter a whole number'],
    ['spots', 10_001, 'Please enter 10000 or fewer'],
    ['color', 'red', 'Please enter the color as # and six digits or letters a to f'],
    ['color', '#fff;position:fixed', 'Please enter the color as # and six digits or letters a to f'],
    ['adminEmail', 'nobody', 'Please check this email address'],
    ['mainImage', 'http://pictures.example/a.jpg', expect.stringMatching(/^Please enter an https/)],
    ['secondImage', 'javascript:alert(1)', expect.stringMatching(/^Please enter an https/)],
    ['pdfLink', '/events', expect.stringMatching(/a PDF of this site/)],
    ['pdfLink', '//elsewhere.example/a.pdf', expect.stringMatching(/a PDF of this site/)],
    ['name', 'Two\nlines', 'Please keep this on one line'],
    ['name', 'x'.repeat(151), 'Please keep this under 150 characters'],
    ['showWaitlist', 'yes', 'Please choose yes or no'],
  ])('rejects %s with the value %j, and shows a message at the field', (name, value, words) => {
    expect(problems({ [name]: value })).toEqual({ [name]: words })
  })

  test('reports days in the wrong order together with other problems', () => {
    const wrong = problems({ endDateDate: '2027-08-05', name: '' })
    expect(Object.keys(wrong).toSorted()).toEqual(['endDateDate', 'name'])
  })
})

describe("the check of an admin's change of an event", () => {
  test('omits from the parsed change all fields that were not sent', () => {
    expect(eventChanges.parse({ id: 3 })).toEqual({ id: 3 })
  })

  test('clears fields that are null or empty text, or resets them to their default', () => {
    const cleared = { host: '', password: null, mainImage: '', color: null, adminEmail: '' }
    expect(eventChanges.parse({ id: 3, ...cleared })).toEqual({
      id: 3,
      host: null,
      password: null,
      mainImage: null,
      color: '#EBDDC0',
      adminEmail: 'howdy@twelvemile.example',
    })
  })

  test('refuses to clear a required field of an event', () => {
    const issues = eventChanges.safeParse({ id: 3, name: '', cost: null, spots: null }).error?.issues
    expect(issues?.map(({ path, message }) => [path[0], message])).toEqual([
      ['name', 'Required'],
      ['cost', 'Required'],
      ['spots', 'Required'],
    ])
  })
})
