import { expect, test } from 'vitest'
import { type Bookable, eventOptions } from './bookable-events.tsx'

const EVENT: Bookable = {
  id: 7,
  name: 'Desert Cooking',
  urlName: 'desert-cooking',
  startDateDate: '2027-05-03',
  endDateDate: '2027-05-07',
  cost: 90_000,
  spots: 8,
  reservedSpots: 3,
  spotsLeft: 5,
  isFull: false,
  offersChoices: false,
}

test('says in the list of retreats how many spots each has left', () => {
  const last = { ...EVENT, reservedSpots: 7, spotsLeft: 1 }
  const full = { ...EVENT, reservedSpots: 8, spotsLeft: 0, isFull: true }
  expect(Object.values(eventOptions([EVENT, last, full]))).toEqual([
    'Desert Cooking, May 3 – 7, 2027: 5 spots left',
    'Desert Cooking, May 3 – 7, 2027: 1 spot left',
    'Desert Cooking, May 3 – 7, 2027: full',
  ])
})
