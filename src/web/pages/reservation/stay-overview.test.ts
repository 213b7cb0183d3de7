import { expect, test } from 'vitest'
import { stayDates } from './stay-overview.tsx'

const days = { startDateDate: '2027-02-20', endDateDate: '2027-02-24' }

test.each([
  [
    'Sat, Feb 20, 2027, from 3 PM',
    'Wed, Feb 24, 2027, until 11 AM',
    'Sat, Feb 20, from 3 PM – Wed, Feb 24, 2027, until 11 AM',
  ],
  ['Sat, Feb 20', 'Wed, Feb 24', 'Sat, Feb 20 – Wed, Feb 24, 2027 (Sat, Feb 20 – Wed, Feb 24)'],
  ['Saturday noon', 'Wednesday', 'Sat, Feb 20 – Wed, Feb 24, 2027 (Saturday noon – Wednesday)'],
])('the dates of a stay stand once where %s, %s names them', (startDate, endDate, told) => {
  expect(stayDates({ ...days, startDate, endDate })).toBe(told)
})
