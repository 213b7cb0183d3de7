/**
 * Changes a guest's payments at Stripe, not through the site: makes a refund in Stripe's dashboard, or lets a payment
 * succeed only after its hold has expired.
 */
import { sandboxKeys } from '#server/integrations.ts'
import type { TestApp } from '#test/support/app.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import type { Guest } from './guest.ts'

/** Refunds `amount` cents in Stripe's dashboard. Throws if Stripe refuses the refund. */
export async function refundInDashboard(
  app: Pick<TestApp, 'request' | 'services'>,
  paymentIntent: string,
  amount: number,
): Promise<Response> {
  return app.request('/dev/stripe/v1/refunds', {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys(app.services.sessionSecret).secretKey}` },
    body: new URLSearchParams({ payment_intent: paymentIntent, amount: String(amount) }),
  })
}

/**
 * Makes a guest pay for a spot at Stripe, which keeps the payment processing until the hold has expired and another
 * guest has the spot. Then `charge` makes the payment succeed.
 */
export async function payTooLate(app: TestApp, guest: Guest) {
  await app.sandbox?.control.set({ keepProcessing: true })
  const { id } = await makeEvent(app.services.db, { spots: 1 })
  const held = await guest.hold(id)
  await guest.pay(held.clientSecret)
  app.clock.advance({ minutes: 76 })
  await app.runJobs()
  await takeSpots(app.services, id, { spots: 1 })
  return {
    ...held,
    eventId: id,
    charge: async () => app.sandbox?.control.finish(held.paymentIntent, 'charge'),
  }
}
