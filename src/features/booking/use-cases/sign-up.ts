/** A guest signs up: the intent is read at the provider, then the spots are taken in one transaction under the event's lock (R2.3). */
import { createHash } from 'node:crypto'
import { lockCodeByText } from '#features/codes/index.ts'
import { type LockedEvent, lockEvent } from '#features/events/index.ts'
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
 * Signs a guest up, or repeats the reply of the same attempt: never two reservations for one attempt, and
 * never two intents that could both charge for it. `mayAdd` is asked once, where there are more spots than before.
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
    const superfluous = await superfluousIntent(deps, order, found)
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

    const added = addedSpots(order, earlier)
    if (added > 0 && !counted) {
      if (!(await mayAdd(added))) return { ok: false, problem: 'too_many_free' }
      counted = true
    }
    const intent = order.paymentIntent === null ? null : await deps.intents.read(deps, order.paymentIntent)
    if (intent === 'unanswered') return { ok: false, problem: 'provider_failed' }
    const taken = await writeSignUp(deps, { ...order, intent })
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

const addedSpots = ({ companions }: SignUpOrder, earlier: EarlierSignUp | undefined) =>
  1 + companions.length - (earlier?.spots ?? 0)

// The attempt's hash includes the event: one key used for two events is two attempts.
export const hashOf = (eventId: number, attempt: string) =>
  createHash('sha256').update(`${eventId}:${attempt}`).digest('base64url')

/**
 * Returns the hashes under which an attempt may be stored. A copied tab sends the key of another guest: the first guest
 * stores the hash of the key alone, and anybody else one with their own mailbox and name (R44.1).
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
 * A form that was reloaded comes back with the same attempt and another intent. While the spot is held, the
 * older intent gives way; once it is paid, the newer one must not charge again.
 */
async function superfluousIntent(
  { db }: BookingDeps,
  { paymentIntent, eventId, amount }: SignUpOrder,
  { earlier, ofAnother }: Found,
): Promise<string | null> {
  // Two guests may have opened the one payment of an offer: the guest before must not pay for the next one.
  if (ofAnother) return earlier?.openIntentId ?? null
  if (!earlier || earlier.openIntentId === paymentIntent) return null
  // A code that makes everything free leaves nothing to pay, and so does a free event without what was chosen at first.
  const isFreeNow = amount <= 0 && earlier.status === 'pending'
  if (paymentIntent === null) return isFreeNow ? earlier.openIntentId : null
  if (earlier.status === 'pending') return earlier.openIntentId
  return findUnclaimedIntent(db, { id: paymentIntent, eventId })
}

type Deps = Pick<BookingDeps, 'sealer' | 'now' | 'waitlist'> & { db: Database }

type Located = Pick<SignUpOrder, 'eventId' | 'offer' | 'attempt'>

/**
 * Finds the reservation that this order continues: the hold whose private link it brings, the hold of its offer, or the
 * sign-up that the same guest made with the same attempt. Nobody continues the sign-up of another guest (R44.1 to R44.4).
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
  /** Another guest has filled in the offered spot, and has not paid for it. */
  ofAnother: boolean
  /** To store the attempt under; null: there is none, or other reservations have both of its hashes. */
  attemptHash: string | null
}

/**
 * Finds the sign-up that a form holds already, to quote for it: here nobody says who they are. The caller may show sums of it and
 * nothing else.
 */
export async function findSignUpOfForm(deps: Deps, order: Located): Promise<EarlierSignUp | undefined> {
  const found = await findOffered(deps, order)
  if (found || order.attempt === null) return found
  return (await listByAttempt(deps.db, [hashOf(order.eventId, order.attempt)]))[0]
}

async function findOffered({ db, waitlist, now }: Deps, { offer, eventId }: Located) {
  if (offer === null) return undefined
  const held = await waitlist.findOfferedHold(db, { token: offer, eventId, now: now() })
  return held === undefined ? undefined : findSignUpById(db, held)
}

/**
 * Takes the spots, or gives those that are held already to what is sent now, or finds out why not. `again`: the same attempt has
 * moved on in another request; look anew.
 */
async function writeSignUp(
  deps: BookingDeps,
  asked: Omit<SpotOrder, 'attemptHash'>,
): Promise<SignedUp | NotSignedUp | 'again'> {
  // The details are sealed before the lock is taken: others wait for it.
  const party = sealParty(deps.sealer, asked)
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, asked.eventId)
    if (!event) return { ok: false, problem: 'not_found' }
    // The event is cancelled, so an open hold is about to be ended: its form must not come to its card.
    if (event.cancelledAt !== null) return { ok: false, problem: 'event_cancelled' }
    if (asked.code !== null) await lockCodeByText(tx, asked.code)
    const found = await findRepeated(tx, deps, asked)
    const { earlier, ofAnother } = found
    if (!earlier && asked.offer !== null) return { ok: false, problem: 'offer_over' }
    if (addedSpots(asked, earlier) > 0 && !(await mayHold(tx, deps, { ...asked, event, earlier })))
      return { ok: false, problem: 'too_many_holds' }
    const order = { ...asked, attemptHash: earlier?.attemptHash ?? found.attemptHash }
    const result = earlier
      ? await repeatSignUp(tx, deps, { order, event, earlier, ofAnother })
      : await takeSpots(tx, deps, { order, event, party })
    if (result === 'again' || !result.ok) return result
    if (asked.madeFrom !== null && result.holdExpiresAt !== null)
      await countAsUnpaid(tx, { reservationId: result.reservationId, madeFrom: asked.madeFrom })
    await deps.fault?.('sign-up-written')
    return result
  })
}

/** Whether the network may hold so many spots of the event without paying for them (R2.9). The caller holds the event's lock. */
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
  { sealer, now, waitlist }: BookingDeps,
  order: Omit<SpotOrder, 'attemptHash'>,
): Promise<Found> {
  const found = await findEarlierSignUp({ db: tx, sealer, now, waitlist }, order)
  if (found.earlier || !order.intent || order.offer !== null) return found
  const emailHashes = sealer.lookups(order.guest.email)
  const paid = await findByIntent(tx, { intentId: order.intent.id, eventId: order.eventId, emailHashes })
  return paid && isRowOf(sealer, paid, order.guest) ? { ...found, earlier: paid } : found
}
