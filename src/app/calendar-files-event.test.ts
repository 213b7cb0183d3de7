import { expect, test } from 'vitest'
import type { EventSummary } from '#domain/events/contract/events.ts'
import { calendarFile } from './calendar-files.ts'

const event = {
  id: 7,
  name: 'Leather & Light',
  urlName: 'leather-and-light',
  startDateDate: '2027-05-06',
  endDateDate: '2027-05-10',
  startDate: 'Thu, May 6, 2027, from 3 PM',
  endDate: 'Mon, May 10, 2027, until 11 AM',
  shortDescription: null,
} as EventSummary

test("serves an event's calendar file as a download that is never cached and links to the event's public page", async () => {
  const file = calendarFile(event, 'https://ranch.example')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="leather-and-light.ics"')
  expect(file.headers.get('cache-control')).toBe('no-store')
  const text = await file.text()
  expect(text).toContain('https://ranch.example/event/leather-and-light')
  expect(text).toContain('UID:event-7@')
  expect(text).not.toContain('attendee')
})

test("links from a guest's calendar file to the directions, with the guest's own token in the address (R32.3)", async () => {
  const text = await calendarFile(event, 'https://ranch.example', 'token').text()
  expect(text.replaceAll('\r\n ', '')).toContain('https://ranch.example/directions?attendee=token')
})
