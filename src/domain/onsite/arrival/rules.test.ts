import { describe, expect, test } from 'vitest'
import {
  afterPresses,
  type ArrivalFacts,
  arrivesAt,
  sortByArrival,
  NO_ARRIVAL,
  overdueWatch,
  applyAction,
  possiblePresses,
  pressProblem,
  givenProblem,
  arrivalText,
  watchOf,
  progressText,
} from './rules.ts'

const EVENT = { startDateDate: '2027-07-01', endDateDate: '2027-07-05' }
const AT_THREE = { ...NO_ARRIVAL, day: '2027-07-01', time: '15:00', by: 'car' } as const
const at = (iso: string) => new Date(iso)
/** Returns a time on the first day of the event. In summer the ranch is at UTC-6. */
const clock = (time: string) => at(`2027-07-01T${time}:00-06:00`)

describe('the overdue alarm', () => {
  test('starts 90 minutes after the time that the guest gave, unless the guest has arrived (R36.3)', () => {
    expect(watchOf(AT_THREE, EVENT)).toEqual({
      expectedAt: clock('15:00'),
      overdueAt: clock('16:30'),
      from: 'told',
    })
    expect(overdueWatch(AT_THREE, EVENT, at('2027-07-01T22:29:59.999Z'))).toBeNull()
    expect(overdueWatch(AT_THREE, EVENT, clock('16:30'))).toMatchObject({ from: 'told' })
    expect(watchOf(NO_ARRIVAL, EVENT)).toBeNull()
    const here = { ...AT_THREE, hereAt: clock('15:10'), hereBy: 'host' } as const
    expect(overdueWatch(here, EVENT, clock('18:00'))).toBeNull()
  })

  test('starts 45 + 90 minutes after the guest left the pavement, whatever time the guest gave', () => {
    const onTheRoad = { ...AT_THREE, leftPavementAt: clock('17:00') }
    expect(watchOf(onTheRoad, EVENT)).toEqual({
      expectedAt: clock('17:45'),
      overdueAt: clock('19:15'),
      from: 'pavement',
    })
    expect(watchOf({ ...NO_ARRIVAL, leftPavementAt: clock('17:00') }, EVENT)).toMatchObject({
      from: 'pavement',
    })
  })

  test('ends a day after the guest became overdue', () => {
    expect(overdueWatch(AT_THREE, EVENT, at('2027-07-02T22:29:00Z'))).not.toBeNull()
    expect(overdueWatch(AT_THREE, EVENT, at('2027-07-02T22:30:00Z'))).toBeNull()
  })

  test('ignores an arrival day that is no longer a day of the event, for example after the event moved', () => {
    const moved = { startDateDate: '2027-07-08', endDateDate: '2027-07-12' }
    expect(watchOf(AT_THREE, moved)).toBeNull()
  })

  test.each([
    // In 2027, the clocks go forward at 2 AM on March 14 and back at 2 AM on November 7.
    ['2027-03-13', '15:00', '2027-03-13T22:00:00Z'],
    ['2027-03-14', '15:00', '2027-03-14T21:00:00Z'],
    ['2027-03-14', '02:30', '2027-03-14T09:30:00Z'],
    ['2027-11-06', '23:30', '2027-11-07T05:30:00Z'],
    ['2027-11-07', '15:00', '2027-11-07T22:00:00Z'],
  ])('reads the arrival day %s and time %s as ranch time', (day, time, expected) => {
    const event = { startDateDate: day, endDateDate: day }
    const told = { ...AT_THREE, day, time }
    expect(watchOf(told, event)?.expectedAt.toISOString()).toBe(new Date(expected).toISOString())
    const overdue = new Date(Date.parse(expected) + 90 * 60_000)
    expect(overdueWatch(told, event, overdue)).not.toBeNull()
    expect(overdueWatch(told, event, new Date(overdue.getTime() - 1))).toBeNull()
  })
})

describe('an arrival time that a guest gives', () => {
  test('must be in the future and on a day of the event', () => {
    const now = clock('12:00')
    expect(givenProblem({ day: '2027-07-01', time: '12:00' }, EVENT, now)).toBeNull()
    expect(givenProblem({ day: '2027-07-01', time: '11:59' }, EVENT, now)).toHaveProperty('time')
    for (const day of ['2027-06-30', '2027-07-06'])
      expect(givenProblem({ day, time: '12:00' }, EVENT, now)).toHaveProperty('day')
  })

  test('is shown as people say it: day of the week, date, time, and how the guest comes', () => {
    expect(arrivalText({ day: '2027-07-01', time: '15:30', by: 'fetched' })).toBe(
      'Thu, Jul 1, 3:30 PM, to be picked up',
    )
  })
})

describe('a press of an arrival button', () => {
  test.each<[string, string, string, ReturnType<typeof pressProblem>]>([
    [
      '20 days before the event, because it has not begun',
      '2027-06-11T18:00:00Z',
      '2027-06-11T18:00:00Z',
      'not_begun',
    ],
    [
      'before the event on a device whose clock is a month fast, because the event has not begun',
      '2027-07-02T18:00:00Z',
      '2027-06-02T18:00:00Z',
      'not_begun',
    ],
    ['a second before the first ranch day', '2027-07-01T05:59:59Z', '2027-07-01T05:59:59Z', 'not_begun'],
    ['in the first second of the first ranch day', '2027-07-01T06:00:00Z', '2027-07-01T06:00:00Z', null],
    ['during the event and sent after it', '2027-07-05T18:00:00Z', '2027-07-09T18:00:00Z', null],
    [
      'after the last ranch day, because the event is over',
      '2027-07-06T06:00:00Z',
      '2027-07-07T00:00:00Z',
      'over',
    ],
    ['5 minutes in the future', '2027-07-02T12:05:00Z', '2027-07-02T12:00:00Z', null],
    [
      'later in the future, because of the clock',
      '2027-07-02T12:05:01Z',
      '2027-07-02T12:00:00Z',
      'absurd_time',
    ],
    [
      'before the event and sent during it, because of the clock',
      '2027-06-11T18:00:00Z',
      '2027-07-02T12:00:00Z',
      'absurd_time',
    ],
  ])('made %s is accepted or refused for that reason (%s, received %s)', (_when, made, received, problem) => {
    expect(pressProblem(at(made), EVENT, at(received))).toBe(problem)
  })

  const guest = { by: 'guest' } as const
  const road: ArrivalFacts = { ...AT_THREE, leftPavementAt: clock('14:00') }
  const here: ArrivalFacts = { ...AT_THREE, hereAt: clock('15:00'), hereBy: 'host' }

  test.each<[string, ArrivalFacts, Parameters<typeof applyAction>[1], ReturnType<typeof applyAction>]>([
    [
      'records that the guest left the pavement',
      AT_THREE,
      { press: 'pavement', at: clock('14:00'), ...guest },
      { leftPavementAt: clock('14:00') },
    ],
    [
      'ignores a repeated press of leaving the pavement',
      road,
      { press: 'pavement', at: clock('14:00'), ...guest },
      null,
    ],
    [
      'takes a later press of leaving the pavement',
      road,
      { press: 'pavement', at: clock('14:20'), ...guest },
      { leftPavementAt: clock('14:20') },
    ],
    [
      'ignores an older press that arrives late',
      road,
      { press: 'pavement', at: clock('13:00'), ...guest },
      null,
    ],
    [
      'records that the guest is here',
      road,
      { press: 'here', at: clock('14:50'), ...guest },
      { hereAt: clock('14:50'), hereBy: 'guest' },
    ],
    ['keeps the first "here"', here, { press: 'here', at: clock('15:20'), ...guest }, null],
    [
      'ignores leaving the pavement after "here"',
      here,
      { press: 'pavement', at: clock('15:20'), ...guest },
      null,
    ],
    [
      'undoes "here"',
      here,
      { press: 'undo', at: clock('15:05'), by: 'admin' },
      { hereAt: null, hereBy: null },
    ],
    [
      'ignores an undo from before the "here"',
      here,
      { press: 'undo', at: clock('14:00'), by: 'admin' },
      null,
    ],
    [
      'undoes leaving the pavement for the guest',
      road,
      { press: 'undo', at: clock('14:05'), ...guest },
      { leftPavementAt: null },
    ],
    [
      'lets a host undo only "here", not leaving the pavement',
      road,
      { press: 'undo', at: clock('14:05'), by: 'host' },
      null,
    ],
  ])('changes the arrival: %s', (_, facts, press, changes) =>
    expect(applyAction(facts, press)).toEqual(changes),
  )
})

// This test covers the requirements R36.2 and R32.4.
test('shows which arrival buttons a guest has pressed, including presses that the phone has not sent yet', () => {
  const nowhere = { leftPavementAt: null, hereAt: null, hereBy: null }
  const left = { press: 'pavement', at: clock('14:00').toISOString() } as const
  const here = { press: 'here', at: clock('14:50').toISOString() } as const
  const undo = { press: 'undo', at: clock('14:51').toISOString() } as const
  expect(progressText(nowhere, false)).toBe('')
  expect(possiblePresses(nowhere)).toEqual({ on: ['pavement', 'here'], back: false })
  const onTheRoad = afterPresses(nowhere, [left])
  expect(progressText(onTheRoad, true)).toBe(
    'You left the pavement at 2:00 PM. Saved on this device. It will be sent as soon as there’s a signal.',
  )
  expect(possiblePresses(onTheRoad)).toEqual({ on: ['here'], back: true })
  const arrived = afterPresses(onTheRoad, [left, here])
  expect(arrived).toEqual({ leftPavementAt: left.at, hereAt: here.at, hereBy: 'guest' })
  expect(progressText(arrived, false)).toBe('You have been here since 2:50 PM.')
  expect(possiblePresses(arrived)).toEqual({ on: [], back: true })
  expect(afterPresses(arrived, [here, undo])).toEqual(onTheRoad)
})

test('sorts guests by arrival time, and puts guests without an arrival time last', () => {
  const guests = [
    { name: 'Ana', facts: NO_ARRIVAL },
    { name: 'Bo', facts: { ...AT_THREE, time: '18:00' } },
    { name: 'Cy', facts: NO_ARRIVAL },
    { name: 'Di', facts: AT_THREE },
    { name: 'Ed', facts: { ...AT_THREE, time: '20:00', hereAt: clock('14:00'), hereBy: 'host' } },
  ] satisfies { name: string; facts: ArrivalFacts }[]
  const order = sortByArrival<(typeof guests)[number]>(guests, ({ facts }) => arrivesAt(facts, EVENT))
  expect(order.map(({ name }) => name)).toEqual(['Ed', 'Di', 'Bo', 'Ana', 'Cy'])
})
