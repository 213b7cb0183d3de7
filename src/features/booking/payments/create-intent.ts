/** Asks the provider for payment intents, and keeps a record of each (R4.1). */
import { randomUUID } from 'node:crypto'
import type { IntentMetadata } from '#features/provider/index.ts'
import { siteId } from '#platform/site-facts.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import { findAmountDue } from '../store/invoices.ts'
import { insertIntent, listIntentsOfInvoice } from '../store/payment-intents.ts'
import { applyPaymentIntent } from './apply-intent.ts'
import { pauseOf } from './declined-cards.ts'

interface OpenIntent {
  id: string
  clientSecret: string
}

/** A fresh payment has to wait, since many cards were declined. */
interface Paused {
  pauseMs: number
}

/**
 * `paid`: the invoice needs none any more. `changed`: it is another sum now, or gone. `processing`: the bank has not
 * decided about one. `unanswered`: the provider failed.
 */
export type CreatedIntent = OpenIntent | Paused | 'paid' | 'changed' | 'processing' | 'unanswered'

const MINUTE = 60_000

/** A page that opens with an older intent gets a fresh one: unused ones are cancelled after an hour. */
const FRESH_MS = 30 * MINUTE

const ROUNDS = 3

/** A new intent for the sum due now of an event, or for a sum alone. `madeFrom`: keyed hash of the caller's network. */
export async function createIntent(
  deps: BookingDeps,
  { amount, eventId, madeFrom }: { amount: Cents; eventId: number | null; madeFrom: string },
): Promise<OpenIntent | Paused | 'unanswered'> {
  const pauseMs = await pauseOf(deps, { madeFrom, for: { eventId } })
  if (pauseMs > 0) return { pauseMs }
  const site = await siteId(deps.db)
  const metadata: IntentMetadata =
    eventId === null ? { site, purpose: 'amount' } : { site, purpose: 'deposit', event: String(eventId) }
  const order = { amount, metadata, idempotencyKey: `${site}:${randomUUID()}` }
  const made = await createAndKeep(deps, { ...order, eventId, invoiceId: null, madeFrom })
  return made === 'taken' ? 'unanswered' : made
}

interface IntentOrder {
  amount: Cents
  metadata: IntentMetadata
  idempotencyKey: string
  eventId: number | null
  invoiceId: number | null
  madeFrom: string | null
}

/** `taken`: another request makes one for the same invoice. Should this one exist too, the reconciler cancels it. */
async function createAndKeep(
  deps: BookingDeps,
  order: IntentOrder,
): Promise<OpenIntent | 'unanswered' | 'taken'> {
  const { eventId, invoiceId, amount, madeFrom } = order
  const { metadata, idempotencyKey } = order
  const reply = await deps.provider.createIntent({ amount, metadata, idempotencyKey })
  if (reply.outcome === 'unavailable' && reply.busy) return 'taken'
  if (reply.outcome !== 'ok' || reply.intent.clientSecret === null) return 'unanswered'
  await deps.fault?.('intent-made')
  const { id, clientSecret } = reply.intent
  const kept = await insertIntent(deps.db, {
    id,
    amount,
    eventId,
    invoiceId,
    madeFrom,
    createdAt: deps.now(),
  })
  return kept ? { id, clientSecret } : 'taken'
}

/**
 * The one open intent of an unpaid invoice: the one that is there, or a new one. `held`: it is a spot's, which
 * the hold alone ends. The provider is asked how it stands, so a payment that no webhook told of is found here.
 * `madeFrom`: keyed hash of the caller's network; missing: a page is only looked at.
 */
export async function intentOfInvoice(
  deps: BookingDeps,
  invoice: { id: number; amount: Cents; held: boolean; madeFrom?: string },
): Promise<CreatedIntent> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await listIntentsOfInvoice(deps.db, invoice.id)
    // The caller read the invoice before this: its money may have come since then, or an admin changed it.
    if (known.some((intent) => intent.status === 'succeeded')) return 'paid'
    const asked = await findAmountDue(deps.db, invoice.id)
    if (asked?.paid) return 'paid'
    if (asked?.amount !== invoice.amount) return 'changed'
    const open = known.find((intent) => intent.status === 'open')
    if (!open) {
      const pauseMs = await pauseOf(deps, {
        madeFrom: invoice.madeFrom ?? null,
        for: { invoiceId: invoice.id },
      })
      if (pauseMs > 0) return { pauseMs }
      const made = await createForInvoice(deps, { ...invoice, nth: known.length })
      if (made === 'taken') continue
      return made
    }

    const reply = await deps.provider.retrieveIntent(open.id)
    if (reply.outcome !== 'ok') return 'unanswered'
    const { state, clientSecret } = reply.intent
    if (state.status === 'processing') return 'processing'
    const fresh = invoice.held || deps.now().getTime() - open.createdAt.getTime() < FRESH_MS
    if (state.status === 'open' && fresh && clientSecret !== null) return { id: open.id, clientSecret }
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
  { id, amount, nth, madeFrom }: { id: number; amount: Cents; nth: number; madeFrom?: string },
): Promise<OpenIntent | 'unanswered' | 'taken'> {
  const site = await siteId(deps.db)
  const about = Math.floor(deps.now().getTime() / SAME_ORDER_MS)
  return await createAndKeep(deps, {
    amount,
    metadata: { site, purpose: 'invoice', invoice: String(id) },
    idempotencyKey: `${site}:invoice:${id}:${amount}:${nth}:${about}`,
    eventId: null,
    invoiceId: id,
    madeFrom: madeFrom ?? null,
  })
}
