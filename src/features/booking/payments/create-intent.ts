/** Asks the provider for payment intents, and keeps a record of each (R4.1). */
import { randomUUID } from 'node:crypto'
import type { IntentMetadata } from '#features/card-provider/index.ts'
import { siteId } from '#platform/site-facts.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import { KEEP_CARD } from '../domain/kept-card.ts'
import { findAmountDue } from '../store/invoices.ts'
import { enqueueForget, isCharging } from '../store/kept-cards.ts'
import { listIntentsOfInvoice } from '../store/payment-intents.ts'
import { applyPaymentIntent, recordIntent } from './apply-intent.ts'
import { readPause } from './declined-cards.ts'

/** `cannot_keep`: the site may not keep the card, which the guest wants. `unanswered`: the provider failed. */
type NewIntent = { id: string; clientSecret: string } | 'cannot_keep' | 'unanswered'

/**
 * `pauseMs`: a fresh payment has to wait so long, since many cards were declined. `paid`: the invoice needs none any more. `changed`:
 * it is another sum now, or gone. `processing`: the bank has not decided about one.
 */
export type CreatedIntent = NewIntent | { pauseMs: number } | 'paid' | 'changed' | 'processing'

const MINUTE = 60_000

/** A page that opens with an older intent gets a fresh one: unused ones are cancelled after an hour. */
const FRESH_MS = 30 * MINUTE

const ROUNDS = 3

interface NewPayment {
  amount: Cents
  eventId: number | null
  /** Keyed hash of the caller's network. */
  madeFrom: string
  keepCard?: boolean
}

/** A new intent for the sum due now of an event, or for a sum alone.*/
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

/** `taken`: another request makes one for the same invoice. Should this one exist too, the reconciler cancels it. */
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

/** An unpaid payment is cancelled by then, so who is kept nothing with is forgotten. */
const MADE_FOR_MS = 2 * 60 * MINUTE

/** Somebody at the provider with whom a card can be kept. That they are forgotten again unless it is, is on its way before they are used. */
async function makeCustomer(
  deps: BookingDeps,
  key: string,
): Promise<{ customer: string } | 'cannot_keep' | 'unanswered'> {
  const site = await siteId(deps.db)
  const made = await deps.provider.createCustomer({ site, idempotencyKey: `${key}:customer` })
  // The site's key has no right to, which System tells an admin.
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
  /** It is a spot's, which the hold alone ends. */
  held: boolean
  /** Keyed hash of the caller's network; missing: a page is only looked at. */
  madeFrom?: string
  /** True: the guest wants the card kept; missing: as it was. */
  keepCard?: boolean
}

/**
 * The one open intent of an unpaid invoice: the one that is there, or a new one. The provider is asked how it stands, so a payment
 * that no webhook told of is found here.
 */
export async function intentOfInvoice(deps: BookingDeps, invoice: InvoiceToPay): Promise<CreatedIntent> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await listIntentsOfInvoice(deps.db, invoice.id)
    // The caller read the invoice before this: its money may have come since then, or an admin changed it.
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

    const reply = await deps.provider.retrieveIntent(open.id)
    if (reply.outcome !== 'ok') return 'unanswered'
    const { state, clientSecret, takesWallets } = reply.intent
    if (state.status === 'processing') return 'processing'
    const fresh = invoice.held || deps.now().getTime() - open.createdAt.getTime() < FRESH_MS
    // The customer with whom a payment keeps its card is settled when it is made: another wish is another payment.
    const { keepCard } = invoice
    const asWanted =
      keepCard === undefined || (keepCard ? open.consentVersion !== null : open.customer === null)
    // So is with what it can be paid: one that was opened before the site offered wallets refuses theirs.
    const asOffered = takesWallets || !deps.settings.wallets
    if (state.status === 'open' && fresh && asWanted && asOffered && clientSecret !== null)
      return { id: open.id, clientSecret }
    if (state.status === 'open') await deps.provider.cancelIntent(open.id)
    if ((await applyPaymentIntent(deps, open.id, 'guest')) !== 'settled') return 'unanswered'
  }
  return 'unanswered'
}

/**
 * So long pages that ask for the same name the same order, and the provider makes one intent for them. No longer: Stripe
 * keeps a 500 of its own under the key for a day (docs.stripe.com/api/idempotent_requests), and nobody could pay until then.
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
