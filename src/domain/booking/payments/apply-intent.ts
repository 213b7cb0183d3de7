/**
 * Stores Stripe's payment intents and applies their status. No other code applies a status. The webhook's job, the
 * guest's page, the reconciler and the job that expires holds call this code in any order and repeatedly.
 */
import type { IntentReply, ProviderIntent } from '#domain/money/card-provider/port.ts'
import {
  type Database,
  FOREIGN_KEY_VIOLATION,
  sqlState,
  UNIQUE_VIOLATION,
} from '#platform/database/database.ts'
import { siteId } from '#platform/site-facts.ts'
import type { Applied, BookingDeps } from '../deps.ts'
import { type ProviderFacts, settle } from '../domain/settle.ts'
import type { ReadIntent } from '../domain/sign-up.ts'
import { lockAmountDue } from '../store/invoices.ts'
import { chargeAttempt, isCharging, noteIntentOfCharge } from '../store/saved-cards.ts'
import {
  type BookingPlace,
  findHoldIntent,
  findIntent,
  findPlaceOfIntent,
  findPlaceOfReservation,
  insertIntent,
  readWarnings,
  type NewIntent,
} from '../store/payment-intents.ts'
import { listPaidIntents } from '../store/payments.ts'
import { lockBooking, writeChanges } from './write-settlement.ts'

const ROUNDS = 8

/**
 * Reads an intent's status from Stripe and writes everything that follows from it in one transaction (R4.1). `by`
 * is the actor in the audit log. Throws only if other requests keep changing the intent's row.
 */
export async function applyPaymentIntent(deps: BookingDeps, intentId: string, by: string): Promise<Applied> {
  let ask: 'retrieveIntent' | 'cancelIntent' = 'retrieveIntent'
  for (let round = 0; round < ROUNDS; round += 1) {
    const row = await findIntent(deps.db, intentId)
    const warnings = await readWarnings(deps.db, intentId)
    const reply = await deps.provider[ask](intentId, { mayBeDisputed: warnings.disputed })
    await deps.fault?.(ask === 'cancelIntent' ? 'intent-cancelled' : 'intent-read')
    if (!row) {
      if (reply.outcome !== 'ok') return toApplied(reply)
      if (!(await recordLostIntent(deps, reply.intent))) return 'not_ours'
      continue
    }
    const place = await findPlaceOfIntent(deps.db, intentId)
    const facts = toProviderFacts(reply, warnings)
    if (facts.status === 'succeeded' && place.replacesId !== null)
      await syncStripeRefunds(deps, place.replacesId, by)
    const step = await settleLocked(deps, { place, version: row.version, facts, by })
    if (step === 'settled') return toApplied(reply)
    ask = step === 'cancel' ? 'cancelIntent' : 'retrieveIntent'
  }
  throw new Error('A payment intent kept changing while it was read')
}

/** Reads the payment intent of a sign-up from Stripe. Call it before the sign-up's transaction. */
export async function readIntent(
  { db, provider }: BookingDeps,
  id: string,
): Promise<ReadIntent | 'unanswered'> {
  // An intent that this site did not create cannot pay for a sign-up, whatever its status at Stripe is.
  if (!(await findIntent(db, id))) return { id, status: 'canceled' }
  const reply = await provider.retrieveIntent(id)
  if (reply.outcome === 'ok') return { id, status: reply.intent.state.status }
  return reply.outcome === 'not_found' ? { id, status: 'canceled' } : 'unanswered'
}

/**
 * Records the disputes of a stay, and the refunds made in Stripe's dashboard, if Stripe answers. Then decisions
 * about the stay's money need not wait for webhooks.
 */
export async function syncStripeRefunds(deps: BookingDeps, reservationId: number, by: string): Promise<void> {
  for (const intentId of await listPaidIntents(deps.db, reservationId)) {
    await applyPaymentIntent(deps, intentId, by)
  }
}

/** Expires a hold that is past its deadline, or applies a payment that arrived for the hold. */
export async function settleHold(deps: BookingDeps, reservationId: number, by: string): Promise<Applied> {
  const intentId = await findHoldIntent(deps.db, reservationId)
  if (intentId !== null) return applyPaymentIntent(deps, intentId, by)
  const place = await findPlaceOfReservation(deps.db, reservationId)
  await settleLocked(deps, { place, version: null, facts: { status: 'none' }, by })
  return 'settled'
}

// If Stripe does not answer, the intent's status is unknown. Then a hold may end only an hour after its deadline.
function toProviderFacts(reply: IntentReply, { fraud }: { fraud: boolean }): ProviderFacts {
  if (reply.outcome !== 'ok') return { status: 'unknown' }
  const { state } = reply.intent
  // Neither after a dispute nor after a bank's warning may the site charge the card again.
  return state.status === 'succeeded' ? { ...state, disputed: state.disputed || fraud } : state
}

function toApplied(reply: IntentReply): Applied {
  if (reply.outcome === 'ok') return 'settled'
  return reply.outcome === 'not_found' ? 'not_ours' : 'unanswered'
}

interface Reading {
  place: BookingPlace
  version: number | null
  facts: ProviderFacts
  by: string
}

/**
 * Applies an intent's status at Stripe to a booking, under the booking's locks. `moved` means that the intent's row
 * has changed since Stripe was read. `cancel` means that the caller must cancel the intent at Stripe and then call
 * this function again.
 */
async function settleLocked(
  deps: BookingDeps,
  { place, version, facts, by }: Reading,
): Promise<'settled' | 'moved' | 'cancel'> {
  const now = deps.now()
  const step = await deps.db.transaction(async (tx) => {
    const disputed = facts.status === 'succeeded' && facts.disputed
    const locked = await lockBooking(tx, { place, version, disputed, now })
    if (!locked) return 'moved'
    const changes = settle(locked.booking, facts, now)
    if (changes.some((change) => change.do === 'cancel-intent')) return 'cancel'
    if (changes.length === 0) return 'settled'
    await writeChanges(tx, changes, { deps, locked, now, by })
    await deps.fault?.('changes-written')
    return 'written'
  })
  if (step !== 'written') return step
  await deps.fault?.('changes-committed')
  return 'settled'
}

/**
 * Stores an intent that this site created but whose row is missing, for example after a crash. Returns false if
 * another installation created the intent in the same Stripe account.
 */
async function recordLostIntent({ db }: BookingDeps, intent: ProviderIntent): Promise<boolean> {
  if (intent.metadata['site'] !== (await siteId(db))) return false
  const { id, amount, createdAt } = intent
  const orphan = { id, amount, createdAt, eventId: null, invoiceId: null }
  const charge = chargeAttempt(intent) ?? undefined
  const invoiceId = Number(intent.metadata['invoice'] ?? 0) || null
  const eventId = Number(intent.metadata['event'] ?? 0) || null
  return (
    (await recordIntent(db, { ...orphan, eventId, invoiceId }, charge)) || (await recordIntent(db, orphan))
  )
}

/**
 * Stores an intent that Stripe has created, unless it is already stored. `charge` is the saved-card charge for
 * which it was created. Returns false if the intent cannot pay: its event or invoice was deleted, or the invoice
 * has another open intent, is paid, has another amount, or is being charged to a saved card.
 */
export async function recordIntent(db: Database, intent: NewIntent, charge?: number): Promise<boolean> {
  const { id, invoiceId, amount } = intent
  try {
    return await db.transaction(async (tx) => {
      if (invoiceId !== null) {
        const isDue = await lockAmountDue(tx, { invoiceId, amount })
        if (!isDue || (await isCharging(tx, { invoiceId }, charge))) return false
      }
      await insertIntent(tx, intent)
      if (charge !== undefined) await noteIntentOfCharge(tx, charge, id)
      return true
    })
  } catch (error) {
    if ([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(sqlState(error) ?? '')) return false
    throw error
  }
}
