import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { nextOpening } from '#shared/email-hours.ts'
import { MOST_IN_PARTY } from '#domain/booking/domain/party.ts'
import {
  canConfirm,
  LEAST_OFFER_MS,
  MAIL_PAUSE_MS,
  mayMakeRoom,
  moved,
  movedOnWaitlist,
  nextOnWaitlist,
  offerEnd,
  offersRun,
  spotsWanted,
  waitlistProblem,
  placedOnWaitlist,
} from './rules.ts'

const open = { cancelled: false, hasHappened: false, showWaitlist: true, isFull: true }

test.each([
  ['a full event with a waitlist', open, null],
  ['an event with a spot left', { ...open, isFull: false }, 'event_not_full'],
  ['a full event without a waitlist', { ...open, showWaitlist: false }, 'no_waitlist'],
  [
    'an event with a spot left and no waitlist',
    { ...open, showWaitlist: false, isFull: false },
    'event_not_full',
  ],
  [
    'a canceled event, even if it has started',
    { ...open, cancelled: true, hasHappened: true },
    'event_cancelled',
  ],
  ['an event that has started', { ...open, hasHappened: true }, 'event_started'],
])('decides whether a person may join the waitlist of %s', (_event, facts, problem) => {
  expect(waitlistProblem(facts)).toBe(problem)
})

const HOUR = 3_600_000
const lines = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 12 })
const ways = fc.constantFrom('up' as const, 'down' as const)

test('moves a waitlist entry by swapping it with its neighbor, and moving it back restores the order', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 50 }), ways, (ids, id, to) => {
      const line = moved(ids, id, to)
      const at = ids.indexOf(id)
      const atEnd = at === (to === 'up' ? 0 : ids.length - 1)
      if (line === null) {
        expect(at === -1 || atEnd).toBe(true)
        return
      }
      expect(atEnd).toBe(false)
      expect(line.indexOf(id)).toBe(at + (to === 'up' ? -1 : 1))
      expect(line.toSorted()).toEqual(ids.toSorted())
      expect(ids.filter((other, place) => line[place] !== other)).toHaveLength(2)
      expect(moved(line, id, to === 'up' ? 'down' : 'up')).toEqual(ids)
    }),
  )
})

const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
const ahead = fc.integer({ min: -2, max: 5 })

test('ends an offer 6 to 24 hours after its e-mail (automatic ones are sent by day), at the latest at the start', () => {
  fc.assert(
    fc.property(now, ahead, fc.boolean(), (at, days, byHand) => {
      const startDateDate = addDays(ranchDay(at), days)
      const end = offerEnd({ startDateDate }, at, { byHand })
      const leaves = byHand ? at : nextOpening(at)
      const start = ranchInstant(startDateDate)
      if (end === null) {
        expect(start.getTime() - leaves.getTime()).toBeLessThan(LEAST_OFFER_MS)
        return
      }
      expect(end.getTime() - leaves.getTime()).toBeGreaterThanOrEqual(6 * HOUR)
      expect(end.getTime() - leaves.getTime()).toBeLessThanOrEqual(24 * HOUR)
      expect(end.getTime()).toBeLessThanOrEqual(start.getTime())
    }),
  )
})

test('makes no waitlist offers once the start is near, the event is canceled or an admin switched offers off', () => {
  fc.assert(
    fc.property(now, ahead, fc.integer({ min: 0, max: 48 }), (at, days, hours) => {
      const event = { startDateDate: addDays(ranchDay(at), days), cancelledAt: null, waitlistStoppedAt: null }
      const later = new Date(at.getTime() + hours * HOUR)
      if (!offersRun(event, at)) expect(offersRun(event, later)).toBe(false)
      expect(offersRun({ ...event, cancelledAt: at }, at)).toBe(false)
      expect(offersRun({ ...event, waitlistStoppedAt: at }, at)).toBe(false)
    }),
  )
})

test('moves a waiting entry only past other waiting entries of the waitlist', () => {
  const line = (['waiting', 'offered', 'skipped', 'waiting'] as const).map((state, id) => ({ id, state }))
  expect(movedOnWaitlist(line, 3, 'up')).toEqual([3, 1, 2, 0])
  expect(movedOnWaitlist(line, 1, 'up')).toBeNull()
})

const sizes = fc.array(fc.record({ size: fc.integer({ min: 1, max: MOST_IN_PARTY }) }), { maxLength: 12 })

test('never offers more spots than are free, nor passes over an entry for a later one that wants as many (R39.7)', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: -2, max: 15 }), (line, free) => {
      const offered = nextOnWaitlist(line, free)
      const left = Math.max(0, free) - spotsWanted(offered)
      expect(left).toBeGreaterThanOrEqual(0)
      const passed = line.flatMap((entry, at) => (offered.includes(entry) ? [] : [{ entry, at }]))
      for (const { entry, at } of passed) {
        expect(entry.size).toBeGreaterThan(left)
        const later = line.slice(at + 1).filter((other) => offered.includes(other))
        expect(later.every(({ size }) => size < entry.size)).toBe(true)
      }
    }),
  )
})

test('keeps the position of an entry that wants more spots than are free, and later offers it spots first (R39.7)', () => {
  const [ruth, sam, tom] = [{ size: 3 }, { size: 1 }, { size: 2 }]
  expect(nextOnWaitlist([ruth, sam, tom], 2)).toEqual([sam])
  expect(nextOnWaitlist([ruth, tom], 3)).toEqual([ruth])
})

const START = '2027-07-01'
const event = { startDateDate: START, cancelledAt: null, waitlistStoppedAt: null }
const latest = new Date(ranchInstant(START).getTime() - LEAST_OFFER_MS)

test('ends a waitlist offer made at night 24 hours after 8:00, or 24 hours after now if an admin makes it', () => {
  expect(offerEnd(event, ranchInstant('2027-06-01', 12))).toEqual(ranchInstant('2027-06-02', 12))
  const night = ranchInstant('2027-06-01', 22)
  expect(offerEnd(event, night)).toEqual(ranchInstant('2027-06-03', 8))
  expect(offerEnd(event, night, { byHand: true })).toEqual(ranchInstant('2027-06-02', 22))
})

test("ends a waitlist offer at the latest at the event's start, and makes none with less than six hours left", () => {
  expect(offerEnd(event, ranchInstant('2027-06-30', 9))).toEqual(ranchInstant(START))
  expect(latest).toEqual(ranchInstant('2027-06-30', 18))
  expect(offerEnd(event, latest)).toEqual(ranchInstant(START))
  expect(offerEnd(event, new Date(latest.getTime() + 1))).toBeNull()
})

test('makes automatic waitlist offers only for an event that is not canceled, not paused and far enough away', () => {
  expect(offersRun(event, latest)).toBe(true)
  expect(offersRun({ ...event, cancelledAt: latest }, latest)).toBe(false)
  expect(offersRun({ ...event, waitlistStoppedAt: latest }, latest)).toBe(false)
  expect(offersRun(event, new Date(latest.getTime() + 1))).toBe(false)
})

test('inserts a waitlist entry at a position that counts only waiting entries', () => {
  const queue = [
    { id: 1, state: 'declined' },
    { id: 2, state: 'waiting' },
    { id: 3, state: 'skipped' },
    { id: 4, state: 'waiting' },
    { id: 5, state: 'waiting' },
  ] as const
  expect(placedOnWaitlist(queue, 5, 1)).toEqual([1, 5, 2, 3, 4])
  expect(placedOnWaitlist(queue, 5, 2)).toEqual([1, 2, 3, 5, 4])
  expect(placedOnWaitlist(queue, 5, 9)).toEqual([1, 2, 3, 4, 5])
})

test('sends an entry at most one confirmation e-mail in six hours, and keeps a new entry for at least an hour', () => {
  expect(MAIL_PAUSE_MS).toBe(6 * HOUR)
  expect(mayMakeRoom(latest)).toEqual(new Date(latest.getTime() - HOUR))
})

test.each([
  ['unconfirmed', true],
  ['booked', true],
  ['declined', true],
  ['lapsed', true],
  ['waiting', false],
  ['offered', false],
  ['skipped', false],
] as const)(
  'decides whether pressing the e-mailed button confirms a waitlist entry that is %s: %s',
  (state, given) => {
    expect(canConfirm(state)).toBe(given)
  },
)
