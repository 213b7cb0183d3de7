/** Turns what Stripe's SDK throws into the port's outcomes. Anything else is a bug and goes on. */
import { Stripe } from 'stripe'
import type { Forbidden, NotFound, Rejected, Unavailable } from './port.ts'

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** Runs one exchange with Stripe. Reasons name kinds and codes only: Stripe's words may quote what was sent. */
export async function outcomeOf<Reply>(
  ask: () => Promise<Reply>,
): Promise<Reply | NotFound | Rejected | Unavailable | Forbidden> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const reason = [error.type, error.code].filter(Boolean).join(' ')
    if (error.code === 'resource_missing' && error.statusCode === 404) return { outcome: 'not_found' }
    if (error.code === 'idempotency_key_in_use') return { outcome: 'unavailable', reason, busy: true }
    const forbidden = forbiddenBy(error)
    if (forbidden) return { outcome: 'forbidden', reason, ...forbidden }
    if (isRefusal(error)) return { outcome: 'rejected', reason }
    return { outcome: 'unavailable', reason }
  }
}

/** 401 and 403. The words of the latter name the right, and the key too: only the right is taken from them. */
function forbiddenBy(error: StripeError): Pick<Forbidden, 'because' | 'right'> | null {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return { because: 'key', right: null }
  if (!(error instanceof Stripe.errors.StripePermissionError)) return null
  return { because: 'right', right: /\brak_[a-z_]+\b/.exec(error.message)?.[0] ?? null }
}

// Limits and lost connections say nothing about the request itself: it may be asked again.
function isRefusal(error: StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeCardError
  )
}
