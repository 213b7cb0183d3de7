/**
 * The one way in which the provider's word becomes ours. The webhook's job, the guest's page, the
 * reconciler and the hold's end all call this, as often and in whatever order they like.
 */
import type { IntentReply, ProviderIntent } from '#features/provider/index.ts'
import type { BookingDeps } from '../deps.ts'
import { listPaidIntents } from '../cancel/store.ts'
import { canTakeIntent, findIntent, insertIntent, siteId } from '../intents/store.ts'
import { settle, type ProviderFacts } from '../rules.ts'
import { writeChanges } from './changes/write.ts'
import { findHoldIntent, findPlace, findPlaceOfReservation, lockBooking, type Place } from './store.ts'

/** `unanswered`: the provider did not say how the intent stands; ask again later. `not_ours`: another site's, or one that the provider does not know. */
export type Applied = 'settled' | 'unanswered' | 'not_ours'

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
      if (reply.outcome !== 'ok') return appliedOf(reply)
      if (!(await adopt(deps, reply.intent))) return 'not_ours'
      continue
    }
    const place = await findPlace(deps.db, intentId)
    const facts = factsOf(reply)
    if (facts.status === 'succeeded' && place.replacesId !== null)
      await takeOverDesk(deps, place.replacesId, by)
    const step = await settleLocked(deps, { place, version: row.version, facts, by })
    if (step === 'settled') return appliedOf(reply)
    ask = step === 'cancel' ? 'cancelIntent' : 'retrieveIntent'
  }
  throw new Error('A payment intent kept moving while it was read')
}

/**
 * What the provider's desk has given back of a stay's money and what banks dispute, as far as it answers: what is then
 * decided is made of what is really there, not of what a webhook has yet to tell.
 */
export async function takeOverDesk(deps: BookingDeps, reservationId: number, by: string): Promise<void> {
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

// What cannot be read is unknown, and that is no reason to end anything but a hold that waited long enough.
function factsOf(reply: IntentReply): ProviderFacts {
  return reply.outcome === 'ok' ? reply.intent.state : { status: 'unknown' }
}

function appliedOf(reply: IntentReply): Applied {
  if (reply.outcome === 'ok') return 'settled'
  return reply.outcome === 'not_found' ? 'not_ours' : 'unanswered'
}

interface Reading {
  place: Place
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
  const named = Number(intent.metadata['invoice'] ?? 0)
  const invoiceId = named > 0 && (await canTakeIntent(db, named)) ? named : null
  const orphan = { id, amount, createdAt, eventId: null, invoiceId: null }
  const eventId = Number(intent.metadata['event'] ?? 0) || null
  return (await insertIntent(db, { ...orphan, eventId, invoiceId })) || (await insertIntent(db, orphan))
}
