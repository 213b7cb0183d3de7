/**
 * A payment intent of the provider's becomes ours: our record of it, and the one way in which its state is applied. The webhook's job,
 * the guest's page, the reconciler and the hold's end all call this, as often and in whatever order they like.
 */
import type { IntentReply, ProviderIntent } from '#features/card-provider/index.ts'
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
import { chargeAttempt, isCharging, noteIntentOfCharge } from '../store/kept-cards.ts'
import {
  type BookingPlace,
  findHoldIntent,
  findIntent,
  findPlaceOfIntent,
  findPlaceOfReservation,
  insertIntent,
  type NewIntent,
} from '../store/payment-intents.ts'
import { listPaidIntents } from '../store/payments.ts'
import { lockBooking, writeChanges } from './write-settlement.ts'

const ROUNDS = 8

/**
 * Reads an intent at the provider and makes everything follow from it, in one transaction (R4.1).
 * `by` goes into the audit. Throws only when the row will not stop moving.
 */
export async function applyPaymentIntent(deps: BookingDeps, intentId: string, by: string): Promise<Applied> {
  let ask: 'retrieveIntent' | 'cancelIntent' = 'retrieveIntent'
  for (let round = 0; round < ROUNDS; round += 1) {
    const row = await findIntent(deps.db, intentId)
    const reply = await deps.provider[ask](intentId)
    await deps.fault?.(ask === 'cancelIntent' ? 'intent-cancelled' : 'intent-read')
    if (!row) {
      if (reply.outcome !== 'ok') return toApplied(reply)
      if (!(await adopt(deps, reply.intent))) return 'not_ours'
      continue
    }
    const place = await findPlaceOfIntent(deps.db, intentId)
    const facts = toProviderFacts(reply)
    if (facts.status === 'succeeded' && place.replacesId !== null)
      await syncStripeRefunds(deps, place.replacesId, by)
    const step = await settleLocked(deps, { place, version: row.version, facts, by })
    if (step === 'settled') return toApplied(reply)
    ask = step === 'cancel' ? 'cancelIntent' : 'retrieveIntent'
  }
  throw new Error('A payment intent kept moving while it was read')
}

/** The state of an intent at the provider, for the sign-up that it is to pay: read before the sign-up's transaction. */
export async function readIntent(
  { db, provider }: BookingDeps,
  id: string,
): Promise<ReadIntent | 'unanswered'> {
  // An intent that we never made cannot pay here, whatever the provider would say about it.
  if (!(await findIntent(db, id))) return { id, status: 'canceled' }
  const reply = await provider.retrieveIntent(id)
  if (reply.outcome === 'ok') return { id, status: reply.intent.state.status }
  return reply.outcome === 'not_found' ? { id, status: 'canceled' } : 'unanswered'
}

/**
 * Books the refunds of a stay's money by the provider's dashboard, and the disputes of banks, as far as it answers: what is then
 * decided is made of what is really there, not of what a webhook has yet to tell.
 */
export async function syncStripeRefunds(deps: BookingDeps, reservationId: number, by: string): Promise<void> {
  for (const intentId of await listPaidIntents(deps.db, reservationId)) {
    await applyPaymentIntent(deps, intentId, by)
  }
}

/** Ends a hold whose time is over, or applies the money that came for it after all. */
export async function settleHold(deps: BookingDeps, reservationId: number, by: string): Promise<Applied> {
  const intentId = await findHoldIntent(deps.db, reservationId)
  if (intentId !== null) return applyPaymentIntent(deps, intentId, by)
  const place = await findPlaceOfReservation(deps.db, reservationId)
  await settleLocked(deps, { place, version: null, facts: { status: 'none' }, by })
  return 'settled'
}

// An intent that cannot be read is unknown, which is no reason to end anything but a hold that waited long enough.
const toProviderFacts = (reply: IntentReply): ProviderFacts =>
  reply.outcome === 'ok' ? reply.intent.state : { status: 'unknown' }

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

/** `moved`: the row is newer than the reading. `cancel`: the intent is to be cancelled before anything else. */
async function settleLocked(
  deps: BookingDeps,
  { place, version, facts, by }: Reading,
): Promise<'settled' | 'moved' | 'cancel'> {
  const now = deps.now()
  const step = await deps.db.transaction(async (tx) => {
    const locked = await lockBooking(tx, { place, version, now })
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

/** Notes an intent that was made for us but whose row was never written (a crash in between). False: not ours. */
async function adopt({ db }: BookingDeps, intent: ProviderIntent): Promise<boolean> {
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
 * Notes an intent that the provider has made; does nothing when it is known. False: its invoice has another one
 * open, is paid, asks for another sum since an admin changed it, is being charged to a kept card, or is gone, like its event may be.
 * `charge`: the attempt that it was made for.
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
