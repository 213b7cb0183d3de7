/** The mail server is away (R9.4), in full: 50 guests sign up in the hour. */
import { expect, test } from 'vitest'
import { anHourWithoutMail } from './testing/email-outage.ts'

test('50 guests in an hour without a mail server: each gets one mail within 5 minutes of its return', async () => {
  const hour = await anHourWithoutMail(50)
  expect(hour.perGuest).toEqual(Array.from({ length: 50 }, () => 1))
  expect(hour.messageIds.size).toBe(50)
  expect(hour.statuses).toEqual(Array.from({ length: 50 }, () => 'sent'))
  expect(hour.lastAfterSeconds).toBeLessThanOrEqual(5 * 60)
})
