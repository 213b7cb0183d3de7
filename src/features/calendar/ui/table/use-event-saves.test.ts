import { expect, test } from 'vitest'
import type { Call } from '#shared/client.ts'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import { eventChange, saveEvent, seenValues } from './use-event-saves.ts'

const STANDS: CalendarEvent = {
  id: 7,
  title: 'Branding',
  start: '2027-05-06',
  end: '2027-05-08',
  color: '#662255',
}
const CHANGE = { id: 7, changes: { title: 'Roundup' }, seen: { title: 'Old' } }

/** A caller that answers the calls by their names, and what it was sent. */
function site(answers: Record<string, object>) {
  const sent: unknown[] = []
  const call = (async (endpoint: { name: string }, input: unknown) => {
    sent.push(input)
    return Promise.resolve(answers[endpoint.name])
  }) as unknown as Call
  return { call, sent }
}
const refused = (code: string, more = {}) => ({
  ok: false,
  code,
  status: 409,
  message: 'No.',
  fields: {},
  ...more,
})

test('sends the one field and what was seen of it, the title by the name of the call', async () => {
  const event = { ...STANDS, title: 'Roundup' }
  const { call, sent } = site({ 'calendar.update': { ok: true, data: { event } } })
  expect(await saveEvent(call, CHANGE)).toEqual({ kind: 'saved', event })
  expect(sent).toEqual([{ body: { updateCalendarData: { id: 7, name: 'Roundup', seen: { name: 'Old' } } } }])
})

test('what somebody else wrote is read and told', async () => {
  const { call } = site({
    'calendar.update': refused('stale'),
    'calendar.list': { ok: true, data: [STANDS] },
  })
  expect(await saveEvent(call, CHANGE)).toEqual({ kind: 'stale', event: STANDS })
})

test('an event that somebody else deleted is gone, however that is learned', async () => {
  const late = site({ 'calendar.update': refused('stale'), 'calendar.list': { ok: true, data: [] } })
  expect(await saveEvent(late.call, CHANGE)).toEqual({ kind: 'gone' })
  const { call } = site({ 'calendar.update': refused('not_found', { status: 404 }) })
  expect(await saveEvent(call, CHANGE)).toEqual({ kind: 'gone' })
})

test('what is wrong with the field is what is said', async () => {
  const fields = { 'updateCalendarData.end': 'This is before the start' }
  const wrong = site({ 'calendar.update': refused('invalid', { fields }) })
  expect(await saveEvent(wrong.call, CHANGE)).toMatchObject({
    kind: 'failed',
    failed: { message: 'This is before the start.' },
  })
  const down = site({ 'calendar.update': refused('unavailable', { message: 'We are briefly unavailable.' }) })
  expect(await saveEvent(down.call, CHANGE)).toMatchObject({
    kind: 'failed',
    failed: { message: 'We are briefly unavailable.' },
  })
})

const EVENT = { id: 7, title: 'Branding', start: '2027-03-13', end: '2027-03-15', color: '#662255' }

test('a field changes alone', () => {
  expect(eventChange(EVENT, 'title', 'Roundup')).toEqual({ title: 'Roundup' })
  expect(eventChange(EVENT, 'start', '2027-03-15')).toEqual({ start: '2027-03-15' })
  // What cannot be is for the server to refuse.
  expect(eventChange(EVENT, 'end', '2027-03-01')).toEqual({ end: '2027-03-01' })
})

test('a start behind the end takes the end along, also across a change of the clocks', () => {
  expect(eventChange(EVENT, 'start', '2027-11-06')).toEqual({ start: '2027-11-06', end: '2027-11-08' })
})

test('what was seen is of the fields that change', () => {
  expect(seenValues(EVENT, { start: '2027-11-06', end: '2027-11-08' })).toEqual({
    start: '2027-03-13',
    end: '2027-03-15',
  })
})
