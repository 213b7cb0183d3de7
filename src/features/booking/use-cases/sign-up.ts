/** A guest signs up: the intent is read at the provider, then the spots are taken in one transaction under the event's lock (R2.3). */
import { createHash } from 'node:crypto'
import { lockCodeByText } from '#features/codes/index.ts'
import { lockEvent } from '#features/events/index.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { BookingDeps } from '../deps.ts'
import type { NotSignedUp, SignedUp, SignUpOrder, SpotOrder } from '../domain/sign-up.ts'
import { sealParty } from '../sealed-guest.ts'
import { findReservation } from '../store/reservations.ts'
import {
  type EarlierSignUp,
  findByAttempt,
  findByIntent,
  findSignUpById,
  findUnclaimedIntent,
} from '../store/sign-ups.ts'
import { type MayHold, uncounted } from './hold-limit.ts'
import { repeatSignUp } from './repeat-sign-up.ts'
import { takeSpots } from './take-spots.ts'

const BY = 'guest'

const ROUNDS = 5

/**
 * Signs a guest up, or repeats the reply of the same attempt: never two reservations for one attempt, and
 * never two intents that could both charge for it. `mayHold` is asked where it holds more spots than before.
 */
export async function signUp(
  deps: BookingDeps,
  order: SignUpOrder,
  mayHold: MayHold = uncounted,
): Promise<SignedUp | NotSignedUp> {
  const attemptHash = order.attempt === null ? null : hashOf(order.eventId, order.attempt)
  for (let round = 0; round < ROUNDS; round += 1) {
    // The search under the lock is enough where nothing is charged and nothing held: after an event's opening it saves a tenth.
    const isFirst = round === 0 && order.paymentIntent === null && mayHold === uncounted
    const earlier = isFirst ? undefined : await findEarlierSignUp(deps, { ...order, attemptHash })
    const superfluous = await superfluousIntent(deps, order, earlier)
    if (superfluous !== null) {
      const dropped = await deps.intents.cancel(deps, superfluous, BY)
      if (dropped === 'unanswered' || dropped === 'unknown') return { ok: false, problem: 'provider_failed' }
      // A payment of the hold is under way: a second one must not begin beside it.
      if (dropped === 'processing' && earlier?.status === 'pending')
        return { ok: false, problem: 'payment_processing' }
    }
    if (earlier && earlier.status !== 'pending') {
      const { reservationId, uuid, holdExpiresAt } = earlier
      return { ok: true, reservationId, uuid, holdExpiresAt }
    }
    // Ending the payment may have found it paid: then the reservation is confirmed.
    if (superfluous !== null) continue

    const isMore = 1 + order.companions.length > (earlier?.spots ?? 0)
    if (isMore && !(await mayHold(earlier))) return { ok: false, problem: 'too_many_holds' }
    const intent = order.paymentIntent === null ? null : await deps.intents.read(deps, order.paymentIntent)
    if (intent === 'unanswered') return { ok: false, problem: 'provider_failed' }
    const taken = await writeSignUp(deps, { ...order, attemptHash, intent })
    if (taken === 'again') continue
    if (!taken.ok) return taken
    await deps.fault?.('sign-up-committed')
    if (intent?.status !== 'succeeded') return taken
    // Paid before it was signed up: the money confirms it right away.
    await deps.intents.apply(deps, intent.id, BY)
    const row = await findReservation(deps.db, taken.reservationId)
    return { ...taken, holdExpiresAt: row?.holdExpiresAt ?? null }
  }
  // Many tabs send it with payments of their own, and each cancels that of another.
  deps.log.warn({ eventId: order.eventId }, 'a sign-up kept moving while it was made')
  return { ok: false, problem: 'payment_intent_expired' }
}

// The attempt's hash includes the event: one key used for two events is two attempts.
export const hashOf = (eventId: number, attempt: string) =>
  createHash('sha256').update(`${eventId}:${attempt}`).digest('base64url')

/**
 * A form that was reloaded comes back with the same attempt and another intent. While the spot is held, the
 * older intent gives way; once it is paid, the newer one must not charge again.
 */
async function superfluousIntent(
  { db }: BookingDeps,
  { paymentIntent, eventId, amount }: SignUpOrder,
  earlier: EarlierSignUp | undefined,
): Promise<string | null> {
  if (!earlier || earlier.openIntentId === paymentIntent) return null
  // A code that makes everything free leaves nothing to pay, and so does a free event without what was chosen at first.
  const isFreeNow = amount <= 0 && earlier.status === 'pending'
  if (paymentIntent === null) return isFreeNow ? earlier.openIntentId : null
  if (earlier.status === 'pending') return earlier.openIntentId
  return findUnclaimedIntent(db, { id: paymentIntent, eventId })
}

/** The reservation that this order goes on with: the one that its offer holds, else what the same attempt made. */
export async function findEarlierSignUp(
  { db, now, waitlist }: Pick<BookingDeps, 'now' | 'waitlist'> & { db: Database },
  { eventId, offer, attemptHash }: Pick<SpotOrder, 'eventId' | 'offer' | 'attemptHash'>,
): Promise<EarlierSignUp | undefined> {
  const held =
    offer === null ? undefined : await waitlist.findOfferedHold(db, { token: offer, eventId, now: now() })
  const offered = held === undefined ? undefined : await findSignUpById(db, held)
  return offered ?? (attemptHash === null ? undefined : await findByAttempt(db, attemptHash))
}

/**
 * Takes the spots, or gives those that are held already to what is sent now, or finds out why not. `again`: the same attempt has
 * moved on in another request; look anew.
 */
async function writeSignUp(deps: BookingDeps, order: SpotOrder): Promise<SignedUp | NotSignedUp | 'again'> {
  // The details are sealed before the lock is taken: others wait for it.
  const party = sealParty(deps.sealer, order)
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, order.eventId)
    if (!event) return { ok: false, problem: 'not_found' }
    // The event is cancelled, so an open hold is about to be ended: its form must not come to its card.
    if (event.cancelledAt !== null) return { ok: false, problem: 'event_cancelled' }
    if (order.code !== null) await lockCodeByText(tx, order.code)
    const earlier = await findRepeated(tx, deps, order)
    if (!earlier && order.offer !== null) return { ok: false, problem: 'offer_over' }
    const result = earlier
      ? await repeatSignUp(tx, deps, { order, event, earlier })
      : await takeSpots(tx, deps, { order, event, party })
    if (result !== 'again' && result.ok) await deps.fault?.('sign-up-written')
    return result
  })
}

async function findRepeated(tx: Transaction, { sealer, now, waitlist }: BookingDeps, order: SpotOrder) {
  const earlier = await findEarlierSignUp({ db: tx, now, waitlist }, order)
  if (earlier || !order.intent || order.offer !== null) return earlier
  const emailHashes = sealer.lookups(order.guest.email)
  return findByIntent(tx, { intentId: order.intent.id, eventId: order.eventId, emailHashes })
}
