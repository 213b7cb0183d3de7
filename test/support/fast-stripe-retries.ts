/**
 * Runs before every test file. Without this, Stripe's SDK would wait half a second before it retries a
 * request without a reply, which would slow tests down.
 */
import { Stripe } from 'stripe'

Object.assign(Stripe.prototype, {
  getInitialNetworkRetryDelay: () => 0.01,
  getMaxNetworkRetryDelay: () => 0.01,
})
