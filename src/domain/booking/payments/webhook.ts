/**
 * Handles `POST stripe/webhook`. Stores the event before replying, but does not trust its body (R4.7). Instead, the
 * job `APPLY_PAYMENT_INTENT` of `booking/jobs.ts` reads the payment intent's status from Stripe and applies it
 * (`applyPaymentIntent`).
 */
import type { WebhookNotice } from '#domain/money/card-provider/port.ts'
import { bind, fail } from '#platform/http/bind.ts'
import { createDeliveryNote } from '#platform/site-facts.ts'
import { receiveWebhook } from '../contract/payments.ts'
import type { BookingDeps } from '../deps.ts'
import { enqueueApply, insertWebhookEvent } from '../store/payment-intents.ts'

/**
 * Number of webhooks with a wrong signature in a row after which the admins see a problem. A few may come from an
 * attacker.
 */
const UNSIGNED_MOST = 5

export function receiveWebhookHandler({ db, now, provider, problems, fault }: BookingDeps) {
  const noteDelivery = createDeliveryNote(db)
  let unsigned = 0
  return bind(receiveWebhook, async (_input, { request }) => {
    const rawBody = await request.text()
    const notice = provider.readWebhook(rawBody, request.headers.get('stripe-signature'))
    if (notice === null) {
      unsigned += 1
      if (unsigned >= UNSIGNED_MOST) await problems.report({ code: 'stripe_webhook_signature' })
      return fail('bad_signature')
    }
    unsigned = 0
    if (notice === 'thin') {
      await problems.report({ code: 'stripe_webhook_thin' })
      return fail('thin_event')
    }
    await storeWebhookEvent({ db, now }, notice)
    await fault?.('webhook-stored')
    await noteDelivery(now())
    await problems.clear(...WEBHOOK_PROBLEMS)
    return { received: true as const }
  })
}

/**
 * Stores a webhook event and enqueues a job that reads its payment intent from Stripe. Does nothing if the event is
 * already stored.
 */
export async function storeWebhookEvent(
  { db, now: clock }: Pick<BookingDeps, 'db' | 'now'>,
  notice: WebhookNotice,
): Promise<void> {
  const now = clock()
  await db.transaction(async (tx) => {
    const { id, intentId } = notice
    if (!(await insertWebhookEvent(tx, notice, now)) || intentId === null) return
    await enqueueApply(tx, intentId, { dedupeKey: `webhook:${id}`, now })
  })
}

/** Problems of the webhook's settings. An accepted webhook proves that none of them exists anymore. */
const WEBHOOK_PROBLEMS = [
  { code: 'stripe_webhook_thin' },
  { code: 'stripe_webhook_signature' },
  { code: 'stripe_webhook_silent' },
] as const
