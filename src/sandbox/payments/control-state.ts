/** The controls by which tests make the provider misbehave. All of it is state in the database, so every process sees it. */
import { z } from 'zod'
import { DECLINES } from './model/cards.ts'
import { ADVICE } from './model/charge.ts'

export const controlState = z.strictObject({
  /**
   * `up`; `refuse`: every API call is answered 503 and does nothing; `lose-replies`: calls do their work,
   * then the caller gets a 500 instead of the reply, and the reply when asking again; `save-errors`: they do their work, and
   * the 500 is what is kept under the idempotency key, as Stripe does (docs.stripe.com/api/idempotent_requests).
   */
  provider: z.enum(['up', 'refuse', 'lose-replies', 'save-errors']),
  /** Holds webhooks back while true; those that have gathered leave once it is false. */
  holdWebhooks: z.boolean(),
  /** Each webhook is sent this many times. */
  copies: z.int().min(1).max(1000),
  /** The order in which due webhooks leave. */
  order: z.enum(['oldest-first', 'newest-first', 'random']),
  /** Payments that would be charged stay in `processing` until a control call finishes them. */
  keepProcessing: z.boolean(),
  /** Browsers have a wallet, "Sandbox Pay". */
  wallets: z.boolean(),
  /**
   * The way in which banks decline charges without the cardholder, with their advice; null: they do as the card does. No test card pays
   * while its cardholder is there and is declined later.
   */
  offSession: z.strictObject({ decline: z.enum(DECLINES), advice: z.enum(ADVICE).nullable() }).nullable(),
  /** The milliseconds after a charge at which its balance transaction, and so its fee, is made; 0: with the next webhooks that leave. */
  feeAfterMs: z
    .int()
    .min(0)
    .max(7 * 86_400_000),
})

export type ControlState = z.infer<typeof controlState>

export const NORMAL: ControlState = {
  provider: 'up',
  holdWebhooks: false,
  copies: 1,
  order: 'oldest-first',
  keepProcessing: false,
  wallets: true,
  offSession: null,
  feeAfterMs: 0,
}
