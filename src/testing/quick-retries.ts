/** Runs before every test file. Stripe's SDK waits half a second before it retries a lost request; tests do not. */
import { Stripe } from 'stripe'

Object.assign(Stripe.prototype, {
  getInitialNetworkRetryDelay: () => 0.01,
  getMaxNetworkRetryDelay: () => 0.01,
})
