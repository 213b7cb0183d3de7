import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'
import { NEW_EVENT } from './values.ts'

test('previews an empty form as an untitled event without a price', () => {
  expect(previewOf(NEW_EVENT, null, { today: '2027-01-01', rooms: [] })).toMatchObject({
    name: 'Untitled event',
    startDate: 'Not set',
    cost: -1,
    dueNow: 0,
    spots: 11,
    isFull: false,
  })
})

test('previews the typed price and dates as the event’s page would show them', () => {
  const values = {
    ...NEW_EVENT,
    name: 'Star',
    cost: '480.01',
    startDateDate: '2027-05-06',
    password: 'Yucca',
  }
  expect(previewOf(values, null, { today: '2027-01-01', rooms: [] })).toMatchObject({
    deposit: 24_001,
    remainder: 24_000,
    remainderDue: '2027-04-06',
    dueNow: 24_001,
    hasHappened: false,
    private: true,
  })
  expect(previewOf(values, null, { today: '2027-05-06', rooms: [] })).toMatchObject({ hasHappened: true })
})
