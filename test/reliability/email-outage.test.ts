/** Tests sign-ups while the mail server is unreachable, or accepts connections without answering (R9.4). */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { startMailServer } from '#test/support/mail/mail-server.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { makeEvent } from '#test/support/factories.ts'
import { simulateMailOutage, siteWithMailServer } from '../support/reliability/email-outage.ts'

/** The number of guests who sign up. The requirement names fifty, which `email-outage.deep.test.ts` uses. */
const GUESTS = 4

it("sends each e-mail once, within 5 minutes after the mail server returns from an hour's outage (R9.4)", async () => {
  const hour = await simulateMailOutage(GUESTS)
  expect(hour.perGuest).toEqual(Array.from({ length: GUESTS }, () => 1))
  expect(hour.messageIds.size).toBe(GUESTS)
  expect(hour.statuses).toEqual(Array.from({ length: GUESTS }, () => 'sent'))
  expect(hour.lastAfterSeconds).toBeLessThanOrEqual(5 * 60)
})

it('confirms guests while the mail server accepts connections but never answers (R9.4)', async () => {
  const server = await startMailServer()
  const answer = server.hold()
  const app = await siteWithMailServer(server.url)
  try {
    const { id } = await makeEvent(app.services.db)
    const statusOf = async (uuid: string) => {
      const [row] = await app.services.db.select().from(reservations).where(eq(reservations.uuid, uuid))
      return row?.status
    }
    const signUp = async () => {
      const guest = createGuest(app)
      const { uuid, clientSecret } = await guest.hold(id)
      expect(await guest.pay(clientSecret)).toBe('succeeded')
      // The guest has closed the page, so only the webhook can report the payment to the site.
      await app.sandbox?.deliverDue()
      await expect.poll(() => statusOf(uuid)).toBe('confirmed')
    }
    app.jobs.start()
    await signUp()
    await expect.poll(() => server.held).toBe(1)
    for (let more = 0; more < 5; more += 1) await signUp()
    expect(server.accepted).toEqual([])
    answer()
    await expect.poll(() => server.accepted.length).toBe(6)
  } finally {
    answer()
    await app.close()
    await server.close()
  }
})
