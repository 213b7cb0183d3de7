/**
 * Runs before every test file. Stripe's SDK waits half a second before it retries a request without a reply,
 * which would slow tests down.
 */
import { Stripe } from 'stripe'

Object.assign(Stripe.prototype, {
  getInitialNetworkRetryDelay: () => 0.01,
  getMaxNetworkRetryDelay: () => 0.01,
})
