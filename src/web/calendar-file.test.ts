import { expect, test } from 'vitest'
import type { EventSummary } from '#features/events/contract/events.ts'
import { calendarFile } from './calendar-file.ts'

test('an event is one download that names its public page and is not kept by caches', async () => {
  const event = {
    id: 7,
    name: 'Leather & Light',
    urlName: 'leather-and-light',
    startDateDate: '2027-05-06',
    endDateDate: '2027-05-10',
    shortDescription: null,
  } as EventSummary
  const file = calendarFile(event, 'https://ranch.example')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="leather-and-light.ics"')
  expect(file.headers.get('cache-control')).toBe('no-store')
  const text = await file.text()
  expect(text).toContain('https://ranch.example/event/leather-and-light')
  expect(text).toContain('UID:event-7@')
})
