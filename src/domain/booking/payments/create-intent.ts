/** Creates payment intents at Stripe and stores each of them (R4.1). */
import { randomUUID } from 'node:crypto'
import type { IntentMetadata } from '#domain/money/card-provider/port.ts'
import { siteId } from '#platform/site-facts.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import { KEEP_CARD } from '../domain/saved-card.ts'
import { findAmountDue } from '../store/invoices.ts'
import { enqueueForget, isCharging } from '../store/saved-cards.ts'
import { listIntentsOfInvoice } from '../store/payment-intents.ts'
import { applyPaymentIntent, recordIntent } from './apply-intent.ts'
import { readPause } from './declined-cards.ts'
import { readOpenIntent } from './read-open-intent.ts'

/**
 * A new payment intent, or why there is none. `cannot_keep`: the guest wants to save the card, but Stripe does not
 * allow that for this site. `unanswered`: Stripe failed.
 */
type NewIntent = { id: string; clientSecret: string } | 'cannot_keep' | 'unanswered'

/**
 * A payment intent, or why there is none. `pauseMs` is how long the guest must wait because too many cards were
 * declined. `paid`: the invoice is already paid. `changed`: the invoice was deleted, or its amount has changed.
 * `processing`: a bank has not decided yet about a payment of the invoice.
 */
export type CreatedIntent = NewIntent | { pauseMs: number } | 'paid' | 'changed' | 'processing'

const MINUTE = 60_000

/**
 * Milliseconds after which a page may no longer reuse an intent. Unused intents are canceled after an hour, so an
 * older one could be canceled while the guest types.
 */
const FRESH_MS = 30 * MINUTE

const ROUNDS = 3

interface NewPayment {
  amount: Cents
  eventId: number | null
  /** Keyed hash of the IP network that sent the request. Declined cards are counted for each hash. */
  madeFrom: string
  keepCard?: boolean
}

/** Creates a payment intent for the amount due now at an event, or for an amount without an event. */
export async function createIntent(
  deps: BookingDeps,
  { amount, eventId, madeFrom, keepCard = false }: NewPayment,
): Promise<CreatedIntent> {
  const pauseMs = await readPause(deps, { madeFrom, for: { eventId } })
  if (pauseMs > 0) return { pauseMs }
  const site = await siteId(deps.db)
  const metadata: IntentMetadata =
    eventId === null ? { site, purpose: 'amount' } : { site, purpose: 'deposit', event: String(eventId) }
  const order = { amount, metadata, idempotencyKey: `${site}:${randomUUID()}` }
  const made = await createAndKeep(deps, { ...order, eventId, invoiceId: null, madeFrom, keepCard })
  return made === 'taken' ? 'unanswered' : made
}

interface IntentOrder {
  amount: Cents
  metadata: IntentMetadata
  idempotencyKey: string
  eventId: number | null
  invoiceId: number | null
  madeFrom: string | null
  keepCard: boolean
}

/**
 * Creates a payment intent at Stripe and stores it. Returns `taken` if another request has an intent for the same
 * invoice. The reconciler later cancels the intent that could not be stored.
 */
async function createAndKeep(deps: BookingDeps, order: IntentOrder): Promise<NewIntent | 'taken'> {
  const { amount, metadata, idempotencyKey, eventId, invoiceId, madeFrom } = order
  const made = order.keepCard ? await makeCustomer(deps, idempotencyKey) : null
  if (typeof made === 'string') return made
  const reply = await deps.provider.createIntent({ amount, metadata, idempotencyKey, ...made })
  if (reply.outcome === 'unavailable' && reply.busy) return 'taken'
  if (reply.outcome !== 'ok' || reply.intent.clientSecret === null) return 'unanswered'
  await deps.fault?.('intent-made')
  const { id, clientSecret } = reply.intent
  const createdAt = deps.now()
  const consent = made && { ...made, consentVersion: KEEP_CARD.version, consentAt: createdAt }
  const row = { id, amount, eventId, invoiceId, madeFrom, ...consent, createdAt }
  const kept = await recordIntent(deps.db, row)
  return kept ? { id, clientSecret } : 'taken'
}

/**
 * The job that deletes an unused Stripe customer runs this long after the customer was created, in milliseconds. By
 * then, most unpaid intents have been canceled. While one is still open, the job waits (`forgetCustomer`).
 */
const MADE_FOR_MS = 2 * 60 * MINUTE

/**
 * Creates the Stripe customer to whom a card will be saved. Enqueues a job that deletes the customer if no card is
 * saved.
 */
async function makeCustomer(
  deps: BookingDeps,
  key: string,
): Promise<{ customer: string } | 'cannot_keep' | 'unanswered'> {
  const site = await siteId(deps.db)
  const made = await deps.provider.createCustomer({ site, idempotencyKey: `${key}:customer` })
  // The site's Stripe key has no permission to create customers. The admins' System page shows this problem.
  if (made.outcome === 'forbidden') return 'cannot_keep'
  if (made.outcome !== 'ok') return 'unanswered'
  await deps.fault?.('customer-made')
  const runAt = new Date(deps.now().getTime() + MADE_FOR_MS)
  await deps.db.transaction((tx) => enqueueForget(tx, made.customer, { cause: 'made', runAt }))
  return { customer: made.customer }
}

interface InvoiceToPay {
  id: number
  amount: Cents
  /** True if the invoice pays for a held spot. Then its intent is not canceled before the hold ends. */
  held: boolean
  /** Keyed hash of the IP network that sent the request. Missing if the guest only views a page. */
  madeFrom?: string
  /**
   * True if the guest wants to save the card, false if not. If missing, an open intent is reused whether or not it
   * saves the card.
   */
  keepCard?: boolean
}

/**
 * Returns the open payment intent of an unpaid invoice, or creates one. Reads an open intent's status from Stripe,
 * and so also finds a payment that no webhook has reported.
 */
export async function intentOfInvoice(deps: BookingDeps, invoice: InvoiceToPay): Promise<CreatedIntent> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await listIntentsOfInvoice(deps.db, invoice.id)
    // The caller has read the invoice earlier. Since then, the invoice may have been paid or changed.
    if (known.some((intent) => intent.status === 'succeeded')) return 'paid'
    const asked = await findAmountDue(deps.db, invoice.id)
    if (asked?.paid) return 'paid'
    if (asked?.amount !== invoice.amount) return 'changed'
    if (await isCharging(deps.db, { invoiceId: invoice.id })) return 'processing'
    const open = known.find((intent) => intent.status === 'open')
    if (!open) {
      const asking = { madeFrom: invoice.madeFrom ?? null, for: { invoiceId: invoice.id } }
      const pauseMs = await readPause(deps, asking)
      if (pauseMs > 0) return { pauseMs }
      const made = await createForInvoice(deps, invoice, known.length)
      if (made === 'taken') continue
      return made
    }

    const reply = await readOpenIntent(deps, open.id)
    if (reply.outcome !== 'ok') return 'unanswered'
    const { state, clientSecret, takesWallets } = reply.intent
    if (state.status === 'processing') return 'processing'
    const fresh = invoice.held || deps.now().getTime() - open.createdAt.getTime() < FRESH_MS
    // The Stripe customer of an intent cannot change. So a new intent is needed if the guest has ticked or unticked
    // the box for saving the card.
    const { keepCard } = invoice
    const asWanted =
      keepCard === undefined || (keepCard ? open.consentVersion !== null : open.customer === null)
    // The payment methods of an intent cannot change. So an intent from before the site offered wallets still
    // accepts no wallet.
    const asOffered = takesWallets || !deps.settings.wallets
    if (state.status === 'open' && fresh && asWanted && asOffered && clientSecret !== null)
      return { id: open.id, clientSecret }
    if (state.status === 'open') await deps.provider.cancelIntent(open.id)
    if ((await applyPaymentIntent(deps, open.id, 'guest')) !== 'settled') return 'unanswered'
  }
  return 'unanswered'
}

/**
 * Requests within this time send the same idempotency key, so that Stripe creates one intent for all of them. The
 * time must be short. Stripe repeats its own 500 errors under the same key for a day
 * (docs.stripe.com/api/idempotent_requests), and during that day nobody could pay.
 */
const SAME_ORDER_MS = 2 * MINUTE

async function createForInvoice(
  deps: BookingDeps,
  { id, amount, madeFrom, keepCard = false }: InvoiceToPay,
  nth: number,
) {
  const site = await siteId(deps.db)
  const about = Math.floor(deps.now().getTime() / SAME_ORDER_MS)
  const idempotencyKey = `${site}:invoice:${id}:${amount}:${nth}:${about}${keepCard ? ':kept' : ''}`
  const metadata = { site, purpose: 'invoice', invoice: String(id) } as const
  const order = { amount, metadata, idempotencyKey, eventId: null, invoiceId: id, keepCard }
  return await createAndKeep(deps, { ...order, madeFrom: madeFrom ?? null })
}
