/**
 * The settings by which tests make the payment sandbox misbehave. They are stored in the database, so every
 * process sees them.
 */
import { z } from 'zod'
import { DECLINES } from './model/cards.ts'
import { ADVICE } from './model/charge.ts'

export const controlState = z.strictObject({
  /**
   * - `up`: works normally
   * - `refuse`: answers every API call with 503 and does nothing
   * - `lose-replies`: does the work but answers with 500. A repeated call gets the real reply
   * - `save-errors`: does the work and stores the 500 under the idempotency key, as Stripe does
   * (docs.stripe.com/api/idempotent_requests)
   */
  provider: z.enum(['up', 'refuse', 'lose-replies', 'save-errors']),
  /** True while the sandbox sends no webhooks. It sends the held webhooks when this becomes false. */
  holdWebhooks: z.boolean(),
  /** Number of times each webhook is sent. */
  copies: z.int().min(1).max(1000),
  /** The order in which the sandbox sends due webhooks. */
  order: z.enum(['oldest-first', 'newest-first', 'random']),
  /** True to keep payments in the status `processing` until a test ends them. */
  keepProcessing: z.boolean(),
  /**
   * True if refunds beyond the available balance are held until it covers them, as Stripe does
   * (docs.stripe.com/refunds). Otherwise every refund is made at once, so that tests need no balance.
   */
  holdRefunds: z.boolean(),
  /** True if browsers have the wallet "Sandbox Pay". */
  wallets: z.boolean(),
  /**
   * How the bank declines charges without the cardholder, with the bank's advice. Null if the test card
   * decides. Tests need this setting because no test card first succeeds and is declined later.
   */
  offSession: z.strictObject({ decline: z.enum(DECLINES), advice: z.enum(ADVICE).nullable() }).nullable(),
  /**
   * Milliseconds from a charge until its balance transaction and its fee exist. With 0, both exist when the
   * next webhooks are sent.
   */
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
  holdRefunds: false,
  wallets: true,
  offSession: null,
  feeAfterMs: 0,
}
