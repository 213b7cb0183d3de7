import { expect, test } from 'vitest'
import { changeOf, seenOf } from './change-of.ts'

const EVENT = { id: 7, title: 'Branding', start: '2027-03-13', end: '2027-03-15', color: '#662255' }

test('a field changes alone', () => {
  expect(changeOf(EVENT, 'title', 'Roundup')).toEqual({ title: 'Roundup' })
  expect(changeOf(EVENT, 'start', '2027-03-15')).toEqual({ start: '2027-03-15' })
  // What cannot be is for the server to refuse.
  expect(changeOf(EVENT, 'end', '2027-03-01')).toEqual({ end: '2027-03-01' })
})

test('a start behind the end takes the end along, also across a change of the clocks', () => {
  expect(changeOf(EVENT, 'start', '2027-11-06')).toEqual({ start: '2027-11-06', end: '2027-11-08' })
})

test('what was seen is of the fields that change', () => {
  expect(seenOf(EVENT, { start: '2027-11-06', end: '2027-11-08' })).toEqual({
    start: '2027-03-13',
    end: '2027-03-15',
  })
})
