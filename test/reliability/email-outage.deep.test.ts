/** An outage of the mail server (R9.4) in full: 50 guests sign up within the hour. */
import { expect, test } from 'vitest'
import { simulateMailOutage } from '../support/reliability/email-outage.ts'

test('sends each of 50 guests one e-mail within 5 minutes after an hour without the mail server', async () => {
  const hour = await simulateMailOutage(50)
  expect(hour.perGuest).toEqual(Array.from({ length: 50 }, () => 1))
  expect(hour.messageIds.size).toBe(50)
  expect(hour.statuses).toEqual(Array.from({ length: 50 }, () => 'sent'))
  expect(hour.lastAfterSeconds).toBeLessThanOrEqual(5 * 60)
})
