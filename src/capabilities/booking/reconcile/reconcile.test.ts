import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxKeys } from '../../../server/payments.ts'
import { buildTestApp, type TestApp } from '../../../testing/app.ts'
import { makeEvent } from '../../../testing/factories.ts'
import { expectBooksToAgree } from '../testing/books.ts'
import { createGuest } from '../testing/guest.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
})
afterAll(() => app.close())

async function refundAtDesk(paymentIntent: string, amount: number): Promise<void> {
  await app.request('/dev/stripe/v1/refunds', {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys(app.services.sessionSecret).secretKey}` },
    body: new URLSearchParams({ payment_intent: paymentIntent, amount: String(amount) }),
  })
}

test("a site that was away for days finds the desk's refund, though its webhook was lost for good", async () => {
  const guest = createGuest(app)
  const { uuid, clientSecret, paymentIntent } = await guest.hold((await makeEvent(app.services.db)).id)
  await guest.pay(clientSecret)
  await app.runJobs()
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })

  await refundAtDesk(paymentIntent, 5_000)
  await app.services.db.execute(sql`update sandbox.deliveries set dead_at = run_at where done_at is null`)
  app.clock.advance({ days: 3 })
  await app.runJobs()
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 40_000 })
  await expectBooksToAgree(app)
})
