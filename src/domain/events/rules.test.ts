import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween, ranchDay, ranchInstant } from '#shared/days.ts'
import { kit, shared, single } from '#test/support/events/options.ts'
import {
  areChoicesLeft,
  comparablePassword,
  signUpDayForPlan,
  hasEnded,
  hasHappened,
  leavesLodgingForUndecided,
  paymentSchedule,
  remainderDay,
  revisionOf,
  spotsLeft,
} from './rules.ts'

const START: Day = '2027-05-06'
const DUE: Day = '2027-04-06'
const schedule = (cost: number, today: Day) => paymentSchedule({ cost, startDateDate: START }, today)

describe('the payment schedule of an event', () => {
  test('asks for half of the cost at sign-up and for half 30 days before the start', () => {
    expect(schedule(90_000, '2027-01-01')).toEqual({
      deposit: 45_000,
      remainder: 45_000,
      remainderDue: DUE,
      dueNow: 45_000,
      wholeNow: false,
    })
  })

  test('rounds half a cent of the deposit up (R3.3)', () => {
    expect(schedule(48_001, '2027-01-01')).toMatchObject({ deposit: 24_001, remainder: 24_000 })
  })

  test.each([
    ['on the day before the due day', addDays(DUE, -1), 45_000, false],
    ['on the due day', DUE, 90_000, true],
    ['after the due day', '2027-05-05', 90_000, true],
  ])('has the right amount due at sign-up for a guest who signs up %s', (_when, today, dueNow, wholeNow) => {
    expect(schedule(90_000, today)).toMatchObject({ dueNow, wholeNow })
  })

  test('has no payments if the event is free or its price is hidden', () => {
    const nothing = { deposit: 0, remainder: 0, remainderDue: null, dueNow: 0, wholeNow: false }
    expect(schedule(0, '2027-01-01')).toEqual(nothing)
    expect(schedule(-100, '2027-05-05')).toEqual(nothing)
  })

  test.each([
    [100, 50, 50],
    [99, 99, 0],
  ])('splits %i cents so that no remainder is too small for a card (R3.5)', (cost, deposit, remainder) => {
    expect(schedule(cost, '2027-01-01')).toMatchObject({ deposit, remainder })
  })

  test('has no remainder if the remainder would be 0', () => {
    expect(schedule(1, '2027-01-01')).toEqual({
      deposit: 1,
      remainder: 0,
      remainderDue: null,
      dueNow: 1,
      wholeNow: true,
    })
  })

  test('splits every cost into a deposit and a remainder that add up to the cost', () => {
    const day = integer({ min: -400, max: 400 }).map((count) => addDays(START, count))
    assert(
      property(integer({ min: 1, max: 100_000_000 }), day, (cost, today) => {
        const plan = schedule(cost, today)
        expect(plan.deposit + plan.remainder).toBe(cost)
        // An event that costs less than a dollar has no remainder, because the remainder would be too small for a
        // card. A discount code can make the cost that low (R41.4).
        expect(plan.deposit - plan.remainder).toBeOneOf(cost < 100 ? [cost] : [0, 1])
        expect(plan.dueNow).toBe(plan.wholeNow ? cost : plan.deposit)
        // From 30 days before the start, no remainder can be paid later. So the full price is due at sign-up (R3.4).
        expect(plan.wholeNow).toBe(plan.remainder === 0 || daysBetween(today, START) <= 30)
        if (plan.remainderDue !== null) expect(daysBetween(plan.remainderDue, START)).toBe(30)
      }),
    )
  })
})

test('counts an event as past from the first minute of its start day at the ranch (R10.2)', () => {
  const midnight = ranchInstant(START)
  const before = new Date(midnight.getTime() - 1)
  expect(hasHappened(START, ranchDay(before))).toBe(false)
  expect(hasHappened(START, ranchDay(midnight))).toBe(true)
  expect(hasHappened(START, '2027-06-01')).toBe(true)
})

test('counts an event as over from the first minute, at the ranch, of the day after its last day', () => {
  const last = '2027-07-05'
  const midnight = ranchInstant('2027-07-06')
  expect(hasEnded(last, ranchDay(new Date(midnight.getTime() - 1)))).toBe(false)
  expect(hasEnded(last, ranchDay(midnight))).toBe(true)
})

test('compares passwords of events without regard to case, spaces around them, and kinds of quotes and hyphens', () => {
  expect(comparablePassword('  YUCCA ')).toBe(comparablePassword('Yucca'))
  expect(comparablePassword('Yucca')).not.toBe(comparablePassword('Yuca'))
  expect(comparablePassword('Straße')).not.toBe(comparablePassword('Strasse'))
  expect(comparablePassword('Ann’s\u00a0dog – Yucca')).toBe(comparablePassword("ann's dog - yucca"))
  expect(comparablePassword('Caf\u00E9')).toBe(comparablePassword('CAFE\u0301'))
})

test('makes the remainder due 30 calendar days before the start, even across a clock change (R3.4)', () => {
  expect(remainderDay('2027-03-20')).toBe('2027-02-18')
  expect(remainderDay(START)).toBe(DUE)
})

test.each([true, false])(
  'splits a changed price in two only if the old price was split (full price due at sign-up: %s)',
  (whole) => {
    expect(schedule(90_000, signUpDayForPlan(START, { whole })).wholeNow).toBe(whole)
    expect(signUpDayForPlan(START, { whole })).toBe(whole ? DUE : addDays(DUE, -1))
  },
)

test('counts each edit of an event as a revision, and its cancellation as one more revision', () => {
  expect(revisionOf({ version: 1, cancelledAt: null })).toBe(0)
  expect(revisionOf({ version: 3, cancelledAt: null })).toBe(2)
  expect(revisionOf({ version: 3, cancelledAt: new Date() })).toBe(3)
})

test('lets as many more guests sign up as spots are not taken, or as lodging is available if that is less (R37.4)', () => {
  const event = { taken: 4, undecided: 0 }
  for (const options of [[], [kit], [{ ...kit, stock: 0 }, shared]])
    expect(spotsLeft(11, { ...event, options })).toBe(7)
  const few = [{ ...shared, closed: true }, { ...single, booked: 1 }, kit]
  expect(spotsLeft(11, { ...event, options: few })).toBe(2)
  expect(spotsLeft(11, { ...event, undecided: 1, options: few })).toBe(1)
  expect(spotsLeft(11, { ...event, options: [{ ...single, booked: 3 }, kit] })).toBe(0)
})

test('counts the spots that are left at an event: 0 if all are taken, and below 0 if it is overbooked (R2.2)', () => {
  for (const [spots, taken, left] of [
    [11, 10, 1],
    [11, 11, 0],
    [2, 3, -1],
    [0, 0, 0],
  ] as const)
    expect(spotsLeft(spots, { taken, undecided: 0, options: [] })).toBe(left)
})

test('lets a guest have former options again only if all of them are still available', () => {
  const full = { undecided: 0, options: [shared, { ...single, booked: 3 }] }
  expect([areChoicesLeft(full, [{ id: 1 }]), areChoicesLeft(full, [{ id: 1 }, { id: 2 }])]).toEqual([
    true,
    false,
  ])
})

test('refuses a guest the last lodging while other guests who hold a spot still have to choose theirs (R37.4)', () => {
  const one = { id: 2 }
  const spots = { undecided: 1, options: [{ ...shared, closed: true }, { ...single, booked: 1 }, kit] }
  expect([[one], [one, one]].map((chosen) => areChoicesLeft(spots, chosen))).toEqual([true, false])
  const short = { ...spots, undecided: 2 }
  expect([[one], [{ id: 1 }], [{ id: 3 }], []].map((chosen) => areChoicesLeft(short, chosen))).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(leavesLodgingForUndecided(short, [one], { given: [one] })).toBe(true)
  expect(leavesLodgingForUndecided(short, [one], { given: [{ id: 1 }] })).toBe(false)
  expect(leavesLodgingForUndecided(short, [one, one], { undecided: 2 })).toBe(true)
  expect(leavesLodgingForUndecided(short, [one, one], { undecided: 1 })).toBe(false)
  expect(areChoicesLeft({ undecided: 9, options: [shared, single] }, [one])).toBe(true)
})
