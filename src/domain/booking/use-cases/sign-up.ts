/**
 * Signs a guest up: first reads the payment intent from Stripe, then takes the spots in one transaction under
 * the event's lock (R2.3).
 */
import { findOfferedHold } from '../waitlist/store/offers.ts'
import { cancelIntent } from '../payments/stop-payments.ts'
import { applyPaymentIntent, readIntent } from '../payments/apply-intent.ts'
import { createHash } from 'node:crypto'
import { lockCodeByText } from '../codes/store/codes.ts'
import { type LockedEvent, lockEvent } from '#domain/events/store/events.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { BookingDeps } from '../deps.ts'
import {
  mostUnpaid,
  type NotSignedUp,
  plainName,
  type SignedUp,
  type SignUpOrder,
  type SpotOrder,
} from '../domain/sign-up.ts'
import { isRowOf, sealParty } from '../sealed-guest.ts'
import { findReservation } from '../store/reservations.ts'
import {
  countAsUnpaid,
  countUnpaidSpots,
  type EarlierSignUp,
  findByIntent,
  findByLink,
  findSignUpById,
  findUnclaimedIntent,
  listByAttempt,
} from '../store/sign-ups.ts'
import { repeatSignUp } from './repeat-sign-up.ts'
import { takeSpots } from './take-spots.ts'

const BY = 'guest'

const ROUNDS = 5

/**
 * Signs a guest up, or repeats the reply of an earlier request with the same attempt key. One attempt key never
 * creates two reservations, nor two payments that could both charge the card. Calls `mayAdd` once if the order
 * takes more spots than before.
 */
export async function signUp(
  deps: BookingDeps,
  order: SignUpOrder,
  mayAdd: (spots: number) => Promise<boolean> = async () => true,
): Promise<SignedUp | NotSignedUp> {
  let counted = false
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await findEarlierSignUp(deps, order)
    const { earlier } = found
    const superfluous = await findIntentToCancel(deps, order, found)
    if (superfluous !== null) {
      const dropped = await cancelIntent(deps, superfluous, BY)
      if (dropped === 'unanswered' || dropped === 'unknown') return { ok: false, problem: 'provider_failed' }
      // A bank is still deciding about the first payment of this hold. So the guest must not start a second
      // payment.
      if (dropped === 'processing' && earlier?.status === 'pending')
        return { ok: false, problem: 'payment_processing' }
    }
    if (earlier && earlier.status !== 'pending') {
      const { reservationId, uuid, holdExpiresAt } = earlier
      return { ok: true, reservationId, uuid, holdExpiresAt }
    }
    // Stripe may report that the payment had already succeeded. That confirms the reservation, so the loop reads it
    // again.
    if (superfluous !== null) continue

    const added = addedSpots(order, earlier)
    if (added > 0 && !counted) {
      if (!(await mayAdd(added))) return { ok: false, problem: 'too_many_free' }
      counted = true
    }
    const intent = order.paymentIntent === null ? null : await readIntent(deps, order.paymentIntent)
    if (intent === 'unanswered') return { ok: false, problem: 'provider_failed' }
    const taken = await writeSignUp(deps, { ...order, intent })
    if (taken === 'again') continue
    if (!taken.ok) return taken
    await deps.fault?.('sign-up-committed')
    if (intent?.status !== 'succeeded') return taken
    // The payment succeeded before the form was sent. So it confirms the reservation now.
    await applyPaymentIntent(deps, intent.id, BY)
    const row = await findReservation(deps.db, taken.reservationId)
    return { ...taken, holdExpiresAt: row?.holdExpiresAt ?? null }
  }
  // This happens if a guest sends the form in many tabs, each with its own payment. Each tab then cancels the
  // others' payments.
  deps.log.warn({ eventId: order.eventId }, 'a sign-up was given up, because its hold kept changing')
  return { ok: false, problem: 'payment_intent_expired' }
}

const addedSpots = ({ companions }: SignUpOrder, earlier: EarlierSignUp | undefined) =>
  1 + companions.length - (earlier?.spots ?? 0)

// The hash includes the event. So one attempt key used for two events counts as two attempts.
export const hashOf = (eventId: number, attempt: string) =>
  createHash('sha256').update(`${eventId}:${attempt}`).digest('base64url')

/**
 * Returns the two hashes under which an attempt may be stored. The first guest's reservation stores the hash
 * of the key alone. A copied tab can send the same key for another guest, whose reservation then stores a
 * hash of the key, mailbox and name (R44.1).
 */
function hashesOf(
  eventId: number,
  attempt: string,
  { email, customerName }: SignUpOrder['guest'],
): readonly [string, string] {
  const theirs = [attempt, email.trim().toLowerCase(), plainName(customerName)].join('\n')
  return [hashOf(eventId, attempt), hashOf(eventId, theirs)]
}

/**
 * Returns the payment intent to cancel before signing up, if any. A reloaded form sends the same attempt key with a
 * new intent. While the spot is only held, the older intent is canceled. Once the spot is paid, the newer intent is
 * canceled, because it must not charge again.
 */
async function findIntentToCancel(
  { db }: BookingDeps,
  { paymentIntent, eventId, amount }: SignUpOrder,
  { earlier, ofAnother }: Found,
): Promise<string | null> {
  // Two guests can open the payment of one waitlist offer. The first guest's payment must not pay for the second
  // guest's stay.
  if (ofAnother) return earlier?.openIntentId ?? null
  if (!earlier || earlier.openIntentId === paymentIntent) return null
  // A code made the stay free, or the guest removed all paid options at a free event. So nothing is left to pay.
  const isFreeNow = amount <= 0 && earlier.status === 'pending'
  if (paymentIntent === null) return isFreeNow ? earlier.openIntentId : null
  if (earlier.status === 'pending') return earlier.openIntentId
  return findUnclaimedIntent(db, { id: paymentIntent, eventId })
}

type Deps = Pick<BookingDeps, 'sealer' | 'now'> & { db: Database }

type Located = Pick<SignUpOrder, 'eventId' | 'offer' | 'attempt'>

/**
 * Returns the sign-up that this order continues: the hold with the form's private link, the hold of the waitlist
 * offer, or the same guest's sign-up with the same attempt key. Nobody can continue another guest's sign-up (R44.1
 * to R44.4).
 */
async function findEarlierSignUp(
  deps: Deps,
  order: Located & Pick<SignUpOrder, 'uuid' | 'guest'>,
): Promise<Found> {
  const { db, sealer } = deps
  const { eventId, attempt, uuid, guest } = order
  const hashes = attempt === null ? null : hashesOf(eventId, attempt, guest)
  const made = hashes === null ? [] : await listByAttempt(db, hashes)
  const attemptHash = hashes?.find((hash) => made.every((row) => row.attemptHash !== hash)) ?? null
  const isTheirs = (row: EarlierSignUp) => isRowOf(sealer, row, guest)
  const linked = uuid ? await findByLink(db, { uuid, eventId }) : undefined
  if (linked && (linked.status === 'pending' || isTheirs(linked)))
    return { earlier: linked, attemptHash, ofAnother: false }
  const offered = await findOffered(deps, order)
  const ofAnother = offered !== undefined && offered.consentAt !== null && !isTheirs(offered)
  return { earlier: offered ?? made.find(isTheirs), attemptHash, ofAnother }
}

interface Found {
  earlier: EarlierSignUp | undefined
  /** True if another guest has sent the form of the waitlist offer and has not paid. */
  ofAnother: boolean
  /**
   * Hash to store for the attempt key. Null without a key, or if other reservations already have both hashes.
   */
  attemptHash: string | null
}

/**
 * Returns the hold that a form already made, to quote its price. The caller has not proven who they are, so show
 * only amounts.
 */
export async function findSignUpOfForm(deps: Deps, order: Located): Promise<EarlierSignUp | undefined> {
  const found = await findOffered(deps, order)
  if (found || order.attempt === null) return found
  return (await listByAttempt(deps.db, [hashOf(order.eventId, order.attempt)]))[0]
}

async function findOffered({ db, now }: Deps, { offer, eventId }: Located) {
  if (offer === null) return undefined
  const held = await findOfferedHold(db, { token: offer, eventId, now: now() })
  return held === undefined ? undefined : findSignUpById(db, held)
}

/**
 * Takes new spots, or updates spots that are already held, or returns why that is refused. Returns `again` if
 * another request with the same attempt key was faster; then the caller starts over.
 */
async function writeSignUp(
  deps: BookingDeps,
  asked: Omit<SpotOrder, 'attemptHash'>,
): Promise<SignedUp | NotSignedUp | 'again'> {
  // Encrypting the details takes time. So they are sealed before the event is locked, and other sign-ups wait less.
  const party = sealParty(deps.sealer, asked)
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, asked.eventId)
    if (!event) return { ok: false, problem: 'not_found' }
    // The holds of a canceled event are about to be canceled. So no guest may pay for them.
    if (event.cancelledAt !== null) return { ok: false, problem: 'event_cancelled' }
    if (asked.code !== null) await lockCodeByText(tx, asked.code)
    const found = await findRepeated(tx, deps, asked)
    const { earlier } = found
    if (!earlier && asked.offer !== null) return { ok: false, problem: 'offer_over' }
    if (addedSpots(asked, earlier) > 0 && !(await mayHold(tx, deps, { ...asked, event, earlier })))
      return { ok: false, problem: 'too_many_holds' }
    const order = { ...asked, attemptHash: earlier?.attemptHash ?? found.attemptHash }
    const result = earlier
      ? await repeatSignUp(tx, deps, { order, event, earlier })
      : await takeSpots(tx, deps, { order, event, party })
    if (result === 'again' || !result.ok) return result
    if (asked.madeFrom !== null && result.holdExpiresAt !== null)
      await countAsUnpaid(tx, { reservationId: result.reservationId, madeFrom: asked.madeFrom })
    await deps.fault?.('sign-up-written')
    return result
  })
}

/**
 * Returns whether the caller's IP network may hold this many unpaid spots of the event (R2.9). The caller holds the
 * event's lock.
 */
async function mayHold(
  tx: Transaction,
  { now }: BookingDeps,
  {
    madeFrom,
    companions,
    event,
    earlier,
  }: Pick<SpotOrder, 'madeFrom' | 'companions'> & {
    event: LockedEvent
    earlier: EarlierSignUp | undefined
  },
): Promise<boolean> {
  if (madeFrom === null) return true
  const asked = { eventId: event.id, madeFrom, except: earlier?.reservationId ?? null }
  const held = await countUnpaidSpots(tx, asked, now())
  return held === 0 || held + 1 + companions.length <= mostUnpaid(event.spots)
}

async function findRepeated(
  tx: Transaction,
  { sealer, now }: BookingDeps,
  order: Omit<SpotOrder, 'attemptHash'>,
): Promise<Found> {
  const found = await findEarlierSignUp({ db: tx, sealer, now }, order)
  if (found.earlier || !order.intent || order.offer !== null) return found
  const emailHashes = sealer.lookups(order.guest.email)
  const paid = await findByIntent(tx, { intentId: order.intent.id, eventId: order.eventId, emailHashes })
  return paid && isRowOf(sealer, paid, order.guest) ? { ...found, earlier: paid } : found
}
