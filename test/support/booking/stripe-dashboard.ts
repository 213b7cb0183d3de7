/** Changes a guest's money outside of the site, for tests. */
import { sandboxKeys } from '#server/integrations.ts'
import type { TestApp } from '#test/support/app.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import type { Guest } from './guest.ts'

/** Refunds `amount` cents in Stripe's dashboard. Stripe may refuse this. */
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
 * Charges a deposit after the hold has ended and another guest has taken the only spot. The site has not
 * received the webhook yet. Afterwards the sandbox's bank is still slow, so the test must reset the sandbox's
 * controls.
 */
export async function payTooLate(app: TestApp, guest: Guest) {
  await app.sandbox?.control.set({ keepProcessing: true })
  const { id } = await makeEvent(app.services.db, { spots: 1 })
  const held = await guest.hold(id)
  await guest.pay(held.clientSecret)
  app.clock.advance({ minutes: 76 })
  await app.runJobs()
  await takeSpots(app.services, id, { spots: 1 })
  return { ...held, charge: async () => app.sandbox?.control.finish(held.paymentIntent, 'charge') }
}
