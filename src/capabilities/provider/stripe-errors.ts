/** Turns what Stripe's SDK throws into the port's outcomes. Anything else is a bug and goes on. */
import { Stripe } from 'stripe'
import type { NotFound, Rejected, Unavailable } from './port.ts'

/** Runs one exchange with Stripe. Reasons name kinds and codes only: Stripe's words may quote what was sent. */
export async function outcomeOf<Reply>(
  ask: () => Promise<Reply>,
): Promise<Reply | NotFound | Rejected | Unavailable> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const reason = [error.type, error.code].filter(Boolean).join(' ')
    if (error.code === 'resource_missing' && error.statusCode === 404) return { outcome: 'not_found' }
    if (error.code === 'idempotency_key_in_use') return { outcome: 'unavailable', reason, busy: true }
    if (isRefusal(error)) return { outcome: 'rejected', reason }
    return { outcome: 'unavailable', reason }
  }
}

// Wrong keys, limits and lost connections say nothing about the request itself: it may be asked again.
function isRefusal(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeCardError
  )
}
