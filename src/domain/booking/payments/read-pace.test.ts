import { describe, expect, test } from 'vitest'
import { createReadPace } from './read-pace.ts'

const START = Date.parse('2027-05-06T18:00:00Z')
const at = (minutes: number) => new Date(START + minutes * 60_000)

/** Returns the minutes, within this many, in which the pace chooses the id that waits all the time. */
function minutesOf(minutes: number): number[] {
  const pace = createReadPace()
  return Array.from({ length: minutes }, (_, minute) => minute).filter((minute) => {
    const [chosen] = pace.choose('intents', ['pi_1'], at(minute))
    if (chosen) pace.noteRead('intents', chosen, at(minute))
    return chosen !== undefined
  })
}

describe('until Stripe has settled a payment, a refund or a fee, the site', () => {
  test('reads it immediately, and then after 1, 2, 4, 8 … minutes', () => {
    expect(minutesOf(130)).toEqual([0, 1, 3, 7, 15, 31, 63, 127])
  })

  test('reads it every six hours in the end, however long Stripe takes', () => {
    const read = minutesOf(3 * 24 * 60)
    const waits = read.slice(1).map((minute, nth) => minute - (read[nth] ?? 0))
    expect(new Set(waits.slice(-5))).toEqual(new Set([360]))
    expect(Math.max(...waits)).toBe(360)
  })

  test('reads it at once if it is open again after it was settled, and keeps payments, refunds and fees apart', () => {
    const pace = createReadPace()
    for (const id of pace.choose('refunds', [1, 2], at(0))) pace.noteRead('refunds', id, at(0))
    expect(pace.choose('refunds', [2], at(0.5))).toEqual([])
    expect(pace.choose('fees', [2], at(0.5))).toEqual([2])
    expect(pace.choose('refunds', [1, 2], at(0.6))).toEqual([1])
  })

  test('reads it again in the next run if Stripe did not answer, and after the clock was set back', () => {
    const pace = createReadPace()
    expect(pace.choose('intents', ['pi_1'], at(60))).toEqual(['pi_1'])
    expect(pace.choose('intents', ['pi_1'], at(61))).toEqual(['pi_1'])
    pace.noteRead('intents', 'pi_1', at(61))
    expect(pace.choose('intents', ['pi_1'], at(61))).toEqual([])
    expect(pace.choose('intents', ['pi_1'], at(1))).toEqual(['pi_1'])
  })
})

describe("the comparison of Stripe's list of events with our records", () => {
  test.each([
    ['every quarter of an hour while webhooks arrive', false, 15],
    ['every five minutes after it has found an event whose webhook did not arrive', true, 5],
  ])('is due %s', (_, late, minutes) => {
    const pace = createReadPace()
    pace.noteComparison({ late })
    expect(pace.isComparisonDue(at(minutes - 1), at(0))).toBe(false)
    expect(pace.isComparisonDue(at(minutes), at(0))).toBe(true)
    // A clock that was set back must not stop the comparisons.
    expect(pace.isComparisonDue(at(0), at(minutes))).toBe(true)
  })

  test('is due at once when the site starts, even if another process has just compared', () => {
    const pace = createReadPace()
    expect(pace.isComparisonDue(at(0), at(0))).toBe(true)
    expect(pace.isComparisonDue(at(0), null)).toBe(true)
  })

  test('is due only once for several processes, by the stored time of the last comparison', () => {
    const pace = createReadPace()
    pace.noteComparison({ late: false })
    expect(pace.isComparisonDue(at(15), at(14))).toBe(false)
    expect(pace.isComparisonDue(at(15), null)).toBe(true)
  })
})
