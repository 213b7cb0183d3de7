import { expect, test } from 'vitest'
import type { CalendarEvent, Retreat } from '#domain/calendar/contract.ts'
import type { Call } from '#shared/client.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { loadCalendar } from './load-calendar.ts'

const today = ranchDay(new Date())
const inDays = (count: number) => addDays(today, count)
const event = (id: number, from: number, days = 1): CalendarEvent => {
  return { id, title: `E${id}`, start: inDays(from), end: inDays(from + days), color: '#662255' }
}
const retreat = (from: number, days = 1): Retreat => {
  const name = `in ${from}`
  return { name, urlName: name, start: inDays(from), end: inDays(from + days) }
}

/** Creates a fake server with these family events and retreats. It records the requests for retreats. */
function site(events: CalendarEvent[], retreats: Retreat[]) {
  const asked: { from: string; to: string }[] = []
  const call = (async ({ name }: { name: string }, input: { query: { from: string; to: string } }) => {
    if (name === 'calendar.list') return Promise.resolve({ ok: true, data: events })
    if (name !== 'calendar.retreats') return Promise.resolve({ ok: true, data: null })
    asked.push(input.query)
    const data = retreats.filter(({ start, end }) => start <= input.query.to && end >= input.query.from)
    return Promise.resolve({ ok: true, data })
  }) as unknown as Call
  return { call, asked }
}
const sorted = (some: readonly Retreat[]) => some.toSorted((a, b) => (a.start < b.start ? -1 : 1))
const load = (call: Call) => loadCalendar(call, { admin: false, staff: null, publicUrl: '' })

test('loads all but the older family events, and the retreats near today and near each loaded event', async () => {
  const near = [retreat(-2), retreat(25), retreat(55)]
  const beside = [retreat(400), retreat(-80)]
  const { call } = site(
    [event(1, 400), event(2, -80), event(3, -500)],
    [...near, ...beside, retreat(300), retreat(410), retreat(-500), retreat(-130)],
  )
  const { events, retreats } = await load(call)
  expect(events).toMatchObject({ list: [{ id: 1 }, { id: 2 }], olderLeftOut: true })
  expect(sorted(retreats.list)).toEqual(sorted([...near, ...beside]))
})

test('limits the requests for an event that lasts a thousand years, and leaves further retreats to the browser', async () => {
  const { call, asked } = site([event(1, 0, 365_000)], [retreat(3)])
  const { retreats, events } = await load(call)
  expect(asked.length).toBeLessThan(10)
  expect(events.olderLeftOut).toBe(false)
  expect(retreats.list).toHaveLength(1)
  expect(retreats.covered).toHaveLength(1)
})
