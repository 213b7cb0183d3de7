import { describe, expect, test } from 'vitest'
import { SAVED_EVENT } from '#test/support/events/saved-event.ts'
import { pastQuestion } from './dates-check.tsx'

const TODAY = '2027-05-01'
const days = (startDateDate: string, endDateDate: string) => ({ startDateDate, endDateDate })
const UPCOMING = { ...SAVED_EVENT, ...days('2027-05-06', '2027-05-10') }

describe('the question about dates that have passed (R61.5)', () => {
  test.each([
    ['over', UPCOMING, days('2026-05-06', '2026-05-10')],
    ['over', UPCOMING, days('2027-04-28', '2027-04-30')],
    ['over', { ...SAVED_EVENT, ...days('2027-04-29', '2027-05-02') }, days('2027-04-27', '2027-04-30')],
    ['begun', UPCOMING, days('2026-05-06', '2027-05-10')],
    ['begun', UPCOMING, days('2027-05-01', '2027-05-10')],
    [null, UPCOMING, days('2027-05-07', '2027-05-11')],
    [null, UPCOMING, days('2027-05-10', '2027-05-06')],
    [null, UPCOMING, days('', '2026-05-06')],
    [null, { ...SAVED_EVENT, ...days('2026-05-06', '2026-05-10') }, days('2026-05-06', '2026-05-11')],
    [null, { ...SAVED_EVENT, ...days('2027-04-29', '2027-05-02') }, days('2027-04-28', '2027-05-02')],
    [null, null, days('2026-05-06', '2026-05-10')],
  ])('is %o', (expected, saved, typed) => {
    expect(pastQuestion(saved, typed, TODAY)).toBe(expected)
  })
})
