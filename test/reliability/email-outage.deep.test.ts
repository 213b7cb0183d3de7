/**
 * Tests an outage of the mail server at full size (R9.4). Fifty guests sign up while the mail server is down
 * for an hour.
 */
import { expect, test } from 'vitest'
import { simulateMailOutage } from '../support/reliability/email-outage.ts'

test("sends each of 50 guests one e-mail, within 5 minutes after the mail server returns from an hour's outage", async () => {
  const hour = await simulateMailOutage(50)
  expect(hour.perGuest).toEqual(Array.from({ length: 50 }, () => 1))
  expect(hour.messageIds.size).toBe(50)
  expect(hour.statuses).toEqual(Array.from({ length: 50 }, () => 'sent'))
  expect(hour.lastAfterSeconds).toBeLessThanOrEqual(5 * 60)
})
