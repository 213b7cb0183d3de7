/** Signs webhooks as Stripe does (docs.stripe.com/webhooks#verify-manually). */
import { createHmac } from 'node:crypto'

/** The value of the `Stripe-Signature` header, which `constructEvent` of the SDK checks. */
export function signature(payload: string, secret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000)
  const hash = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${hash}`
}
