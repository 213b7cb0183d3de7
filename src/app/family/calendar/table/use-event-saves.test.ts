import { expect, test } from 'vitest'
import type { Call } from '#shared/client.ts'
import type { CalendarEvent } from '#domain/calendar/contract.ts'
import { eventChange, saveEvent, seenValues } from './use-event-saves.ts'

const STANDS: CalendarEvent = {
  id: 7,
  title: 'Branding',
  start: '2027-05-06',
  end: '2027-05-08',
  color: '#662255',
}
const CHANGE = { id: 7, changes: { title: 'Roundup' }, seen: { title: 'Old' } }

/**
 * Returns a fake `call` function that gives one reply per endpoint, and the inputs that the function
 * received.
 */
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

test('sends only the changed field of a calendar event and its previous value, and sends the title as `name`', async () => {
  const event = { ...STANDS, title: 'Roundup' }
  const { call, sent } = site({ 'calendar.update': { ok: true, data: { event } } })
  expect(await saveEvent(call, CHANGE)).toEqual({ kind: 'saved', event })
  expect(sent).toEqual([{ body: { updateCalendarData: { id: 7, name: 'Roundup', seen: { name: 'Old' } } } }])
})

test('returns the current calendar event if another admin changed the same field first', async () => {
  const { call } = site({
    'calendar.update': refused('stale'),
    'calendar.list': { ok: true, data: [STANDS] },
  })
  expect(await saveEvent(call, CHANGE)).toEqual({ kind: 'stale', event: STANDS })
})

test('reports a calendar event as `gone` if another admin deleted it', async () => {
  const late = site({ 'calendar.update': refused('stale'), 'calendar.list': { ok: true, data: [] } })
  expect(await saveEvent(late.call, CHANGE)).toEqual({ kind: 'gone' })
  const { call } = site({ 'calendar.update': refused('not_found', { status: 404 }) })
  expect(await saveEvent(call, CHANGE)).toEqual({ kind: 'gone' })
})

test("shows the error message of the refused field if the reply has one, and otherwise the reply's general message", async () => {
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

test('sends only the edited field of a calendar event', () => {
  expect(eventChange(EVENT, 'title', 'Roundup')).toEqual({ title: 'Roundup' })
  expect(eventChange(EVENT, 'start', '2027-03-15')).toEqual({ start: '2027-03-15' })
  // March 1 is before the first day. The client does not check that, because the server does.
  expect(eventChange(EVENT, 'end', '2027-03-01')).toEqual({ end: '2027-03-01' })
})

test("keeps an event's length if the new first day is after the old last day, even across a clock change", () => {
  expect(eventChange(EVENT, 'start', '2027-11-06')).toEqual({ start: '2027-11-06', end: '2027-11-08' })
})

test('returns for each changed field of a calendar event the value that the admin saw before the change', () => {
  expect(seenValues(EVENT, { start: '2027-11-06', end: '2027-11-08' })).toEqual({
    start: '2027-03-13',
    end: '2027-03-15',
  })
})
