/**
 * Changes a guest's payments in ways that bypass the site: refunds in Stripe's dashboard, and a late charge.
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
