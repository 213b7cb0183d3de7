/** What happens to a guest's money outside of the site. */
import { sandboxKeys } from '#server/integrations.ts'
import type { TestApp } from '#testing/app.ts'
import { makeEvent, takeSpots } from '#testing/factories.ts'
import type { Guest } from './guest.ts'

/** Somebody refunds `amount` cents at the provider's own dashboard, which may refuse. */
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
 * The bank charges a deposit so late that the hold has ended and the only spot is somebody else's. The site
 * has not heard of it yet. Leaves the sandbox's bank slow: reset its controls afterwards.
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
