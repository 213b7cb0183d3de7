import { describe, expect, test } from 'vitest'
import type { EventSummary } from '#domain/events/contract/events.ts'
import { availability, bookableFirst, eventAction, nextOpen } from './availability.tsx'

const event = {
  spotsLeft: 11,
  showWaitlist: false,
  isFull: false,
  hasHappened: false,
  cancelled: false,
}

test.each([
  [11, 'Open for Registration', 'open'],
  [5, 'Open for Registration', 'open'],
  [4, 'Only 4 Spaces Left', 'few'],
  [3, 'Only 3 Spaces Left', 'few'],
  [1, 'Only 1 Space Left', 'few'],
])('says for an event with %i free spots: "%s" (R10.4)', (spotsLeft, words, tone) => {
  expect(availability({ ...event, spotsLeft })).toEqual({ words, tone })
})

test('mentions the waitlist of a full event only if the event has one', () => {
  const full = { ...event, spotsLeft: 0, isFull: true }
  expect(availability(full)).toEqual({ words: 'No spaces left', tone: 'none' })
  expect(availability({ ...full, showWaitlist: true }).words).toBe('No spaces left, join the waitlist')
})

test('shows a canceled event as canceled, even if it is full or in the past', () => {
  for (const changes of [{}, { isFull: true, showWaitlist: true }, { hasHappened: true }]) {
    const cancelled = { ...event, ...changes, cancelled: true }
    expect(availability(cancelled)).toEqual({ words: 'Canceled', tone: 'none' })
    expect(eventAction(cancelled)).toBe('cancelled')
  }
})

test("offers sign-up, the waitlist or nothing, by the event's free spots, waitlist and start day (R10.2)", () => {
  expect(eventAction(event)).toBe('sign_up')
  expect(eventAction({ ...event, isFull: true })).toBe('full')
  expect(eventAction({ ...event, isFull: true, showWaitlist: true })).toBe('waitlist')
  expect(eventAction({ ...event, hasHappened: true })).toBe('none')
  expect(eventAction({ ...event, isFull: true, showWaitlist: true, hasHappened: true })).toBe('none')
})

const named = (id: number, changes: Partial<EventSummary> = {}) =>
  ({ ...event, id, host: null, ...changes }) as EventSummary
const ids = (events: EventSummary[]) => events.map(({ id }) => id)

describe('the code that lists several events', () => {
  const full = { isFull: true, spotsLeft: 0 }

  test('lists events with free spots first, then events with a waitlist, each group by start day (R31.1)', () => {
    const events = [named(1, full), named(2, { ...full, showWaitlist: true }), named(3), named(4)]
    expect(ids(bookableFirst([...events, named(5, { cancelled: true })]))).toEqual([3, 4, 2, 1, 5])
  })

  test('suggests up to three other events with free spots, events of the same host first (R31.2)', () => {
    const events = [named(1, full), named(2), named(3, full), named(4), named(5, { host: 'June' }), named(6)]
    expect(ids(nextOpen({ id: 1, host: 'June' }, events))).toEqual([5, 2, 4])
    expect(ids(nextOpen({ id: 2, host: null }, events))).toEqual([4, 5, 6])
  })
})
