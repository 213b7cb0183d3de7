/** Takes the spot of a sign-up, in one transaction under the event's lock: the order comes in, what came of it goes out. */
import { randomUUID } from 'node:crypto'
import { type LockedEvent, lockEvent, readSpots } from '#features/events/index.ts'
import { type Chosen, placesLeft, sumOf } from '#features/events/domain/options.ts'
import { dayAsTold, hasHappened } from '#features/events/rules.ts'
import type { IntentState } from '#features/provider/index.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { openRecord } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import { type Quote, quote } from '../domain/choices.ts'
import {
  type IntentProblem,
  intentProblem,
  invoicePlan,
  isSameName,
  type SignUpProblem,
  signUpProblem,
} from '../domain/sign-up.ts'
import { type GuestDetailsInput, type SealedGuest, sealGuest } from '../sealed-guest.ts'
import { insertPlannedInvoices, replanInvoices } from '../store/invoices.ts'
import { lockIntent, lockReservation, lockReservationsAndInvoices } from '../store/locks.ts'
import { lockReplaceableStay } from '../store/replacement-links.ts'
import { claimIntent, listOpenIntentsOf } from '../store/payment-intents.ts'
import {
  changeReservation,
  type EarlierSignUp,
  enqueueLinks,
  findByAttempt,
  findByIntent,
  findSignUpById,
  listChoices,
  listGuestNames,
  type ReservationRow,
  setAttempt,
  spendReservationId,
  updateHeldGuest,
  writeChoices,
} from '../store/reservations.ts'
import { bookFree, confirm, hold } from '../transitions.ts'
import type { ReplacementProblem } from '../domain/replacement.ts'

export interface SignUpOrder {
  eventId: number
  /** Cents that the form believes are due now. */
  amount: Cents
  paymentIntent: string | null
  /** The choices that are wanted, by id. */
  options: readonly number[]
  /** A random key that the form keeps. */
  attempt: string | null
  /** The token of a waitlist offer: its held spot is taken instead of a free one. */
  offer: string | null
  /** The token of a replacement link: the spot of its stay is taken over instead of a free one. */
  replacement: string | null
  guest: GuestDetailsInput
}

/** The form's intent as the provider had it before the transaction. */
export interface ReadIntent {
  id: string
  status: IntentState['status']
}

interface SpotOrder extends SignUpOrder {
  attemptHash: string | null
  intent: ReadIntent | null
}

export interface SignedUp {
  ok: true
  reservationId: number
  uuid: string
  /** Null once it is confirmed. */
  holdExpiresAt: Date | null
}

export interface NotSignedUp {
  ok: false
  problem:
    | SignUpProblem
    | IntentProblem
    | ReplacementProblem
    | 'not_found'
    | 'offer_over'
    | 'payment_missing'
    | 'payment_processing'
    | 'provider_failed'
    | 'too_many_holds'
  /** What is wrong with the choices, in words. */
  message?: string | undefined
}

const MINUTE = 60_000

/** Takes a spot or finds out why not. `again`: the same attempt has moved on in another request; look anew. */
export async function takeSpot(
  deps: BookingDeps,
  order: SpotOrder,
): Promise<SignedUp | NotSignedUp | 'again'> {
  const uuid = randomUUID()
  // The details are sealed before the lock is taken: others wait for it.
  const guest = sealGuest(deps.sealer, uuid, order.guest)
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, order.eventId)
    if (!event) return { ok: false, problem: 'not_found' }
    // The event is cancelled, so an open hold is about to be ended: its form must not come to its card.
    if (event.cancelledAt !== null) return { ok: false, problem: 'event_cancelled' }
    const earlier = await findRepeated(tx, deps, order)
    if (!earlier && order.offer !== null) return { ok: false, problem: 'offer_over' }
    const result = earlier
      ? await repeat(tx, deps, { order, event, earlier })
      : await takeNew(tx, deps, { order, event, uuid, guest })
    if (result !== 'again' && result.ok) await deps.fault?.('sign-up-written')
    return result
  })
}

/** The reservation that this order goes on with: the spot that its offer holds, else what the same attempt made. */
export async function findEarlierSignUp(
  { db, now, waitlist }: Pick<BookingDeps, 'now' | 'waitlist'> & { db: Database },
  { eventId, offer, attemptHash }: Pick<SpotOrder, 'eventId' | 'offer' | 'attemptHash'>,
): Promise<EarlierSignUp | undefined> {
  const held =
    offer === null ? undefined : await waitlist.findOfferedHold(db, { token: offer, eventId, now: now() })
  const offered = held === undefined ? undefined : await findSignUpById(db, held)
  return offered ?? (attemptHash === null ? undefined : await findByAttempt(db, attemptHash))
}

async function findRepeated(tx: Transaction, { sealer, now, waitlist }: BookingDeps, order: SpotOrder) {
  const earlier = await findEarlierSignUp({ db: tx, now, waitlist }, order)
  if (earlier || !order.intent || order.offer !== null) return earlier
  const emailHashes = sealer.lookups(order.guest.email)
  return findByIntent(tx, { intentId: order.intent.id, eventId: order.eventId, emailHashes })
}

/** The same attempt, or the same pending intent and e-mail: the first reply again, with the details sent last. */
async function repeat(
  tx: Transaction,
  deps: BookingDeps,
  { order, event, earlier }: { order: SpotOrder; event: LockedEvent; earlier: EarlierSignUp },
): Promise<SignedUp | NotSignedUp | 'again'> {
  const { eventId, intent } = order
  const { reservationId, uuid, holdExpiresAt, invoiceId } = earlier
  // The row is locked: an admin may be taking cash for it, without the event's lock.
  const row = await lockReservation(tx, reservationId)
  if (row?.status !== 'pending') return 'again'
  const asked = await quoteHeld(tx, { event, row, earlier, picked: order.options, now: deps.now() })
  if (asked.refused) return { ok: false, problem: asked.refused.code, message: asked.refused.message }
  const amount = asked.changed ? asked.schedule.dueNow : earlier.amount
  if (Math.max(0, order.amount) !== amount) return { ok: false, problem: 'amount_mismatch' }
  if ((order.offer !== null || asked.changed) && amount > 0 && !intent)
    return { ok: false, problem: 'payment_missing' }
  let unclaimed = false
  if (intent) {
    const ours = (await lockIntent(tx, intent.id)) ?? null
    const problem = intentProblem(ours, intent.status, { eventId, amount, invoiceId })
    if (problem) return { ok: false, problem }
    unclaimed = ours?.invoiceId === null
    if (unclaimed && earlier.openIntentId !== null) return 'again'
  }
  const dueInvoice = asked.changed ? await chooseAnew(tx, deps, { row, asked, intent }) : invoiceId
  if (dueInvoice === 'again') return 'again'
  if (intent && unclaimed && dueInvoice !== null)
    await claimIntent(tx, { intentId: intent.id, invoiceId: dueInvoice })
  const guest = sealGuest(deps.sealer, uuid, order.guest)
  await updateHeldGuest(tx, reservationId, { guest, termsHash: deps.termsHash, now: deps.now() })
  if (order.offer === null) return { ok: true, reservationId, uuid, holdExpiresAt }
  await setAttempt(tx, reservationId, order.attemptHash)
  if (amount > 0) return { ok: true, reservationId, uuid, holdExpiresAt }
  // An offered spot that costs nothing is confirmed with the form.
  const reservation = { id: reservationId, eventId }
  await confirm(tx, deps, { reservation, by: { actor: 'guest' }, now: deps.now() })
  return { ok: true, reservationId, uuid, holdExpiresAt: null }
}

type HeldQuote = Quote & { changed: boolean }

interface Held {
  event: Pick<LockedEvent, 'id' | 'cost' | 'startDateDate'>
  row: ReservationRow
  earlier: Pick<EarlierSignUp, 'invoiceId' | 'whole'>
  /** The choices that are wanted now, by id. */
  picked: readonly number[]
  now: Date
}

/** What a held spot costs with what is wanted now. What it has already is its own, at its price. */
export async function quoteHeld(db: Database, held: Held): Promise<HeldQuote> {
  const { event, row, earlier, picked, now } = held
  const { options } = await readSpots(db, event.id)
  const own = options.length === 0 ? [] : await listChoices(db, row.id)
  // An event that asks for no money (below 0) has a held price of 0, and no choices.
  const cost = row.price > 0 ? row.price - sumOf(own) : Math.min(0, event.cost)
  const { startDateDate } = event
  const day = earlier.invoiceId === null ? ranchDay(now) : dayAsTold(startDateDate, earlier)
  const asked = quote({ cost, startDateDate }, { options, picked, own }, day)
  const wanted = new Set(asked.chosen.map(({ id }) => id))
  return { ...asked, changed: wanted.size !== own.length || own.some(({ id }) => !wanted.has(id)) }
}

/** Writes other choices of a held spot, its price and its invoices; gives the one that is due now. */
async function chooseAnew(
  tx: Transaction,
  deps: BookingDeps,
  { row, asked, intent }: { row: ReservationRow; asked: HeldQuote; intent: ReadIntent | null },
): Promise<number | null | 'again'> {
  const { id } = row
  const now = deps.now()
  await lockReservationsAndInvoices(tx, { reservationId: id })
  const open = await listOpenIntentsOf(tx, { reservationId: id })
  if (open.some((intentId) => intentId !== intent?.id)) return 'again'
  await writeChoices(tx, id, { chosen: asked.chosen, now })
  await changeReservation(tx, id, { changes: { price: asked.price }, now })
  const plan = invoicePlan(asked.schedule, ranchDay(now))
  return (await replanInvoices(tx, { reservationId: id, plan, now })) ?? null
}

interface NewSpot {
  order: SpotOrder
  event: LockedEvent
  uuid: string
  guest: SealedGuest
}

async function takeNew(tx: Transaction, deps: BookingDeps, spot: NewSpot): Promise<SignedUp | NotSignedUp> {
  const { order, event, uuid } = spot
  const now = deps.now()
  const today = ranchDay(now)
  const replaced =
    order.replacement === null
      ? null
      : await lockReplaceableStay(tx, { token: order.replacement, eventId: event.id })
  if (typeof replaced === 'string') return { ok: false, problem: replaced }
  const spots = await readSpots(tx, event.id)
  const { options } = spots
  // What the stay leaves whose spot is taken over can be had, for what it costs today.
  const left = replaced === null || options.length === 0 ? [] : await listChoices(tx, replaced)
  const own = left.map(({ id }) => ({ id }))
  const asked = quote(event, { options, picked: order.options, own }, today)
  const { chosen, refused, schedule } = asked
  const { dueNow } = schedule
  const problem = signUpProblem({
    cancelled: event.cancelledAt !== null,
    hasHappened: hasHappened(event.startDateDate, today),
    // Free spots belong to the waitlist first; a spot that is passed on is its guest's to give.
    isFull:
      replaced === null && placesLeft(event.spots, spots) <= (await deps.waitlist.countKept(tx, event, now)),
    choice: refused?.code ?? null,
    dueNow,
    amount: order.amount,
  })
  if (problem) return { ok: false, problem, message: problem === refused?.code ? refused.message : undefined }
  const spotOf = { ...reservationOf(deps, spot, { chosen, price: asked.price }), replacesId: replaced }
  if (dueNow === 0) {
    if (replaced === null && (await isSignedUp(tx, deps, order))) return repeatUnseen(tx, deps, order)
    const reservationId = await bookFree(tx, deps, { ...spotOf, email: order.guest.email })
    return { ok: true, reservationId, uuid, holdExpiresAt: null }
  }
  if (!order.intent) return { ok: false, problem: 'payment_missing' }
  const refusal = await paymentProblem(tx, order.intent, {
    eventId: event.id,
    amount: dueNow,
    invoiceId: null,
  })
  if (refusal) return { ok: false, problem: refusal }
  const holdExpiresAt = new Date(now.getTime() + deps.settings.holdMinutes * MINUTE)
  const reservationId = await hold(tx, deps, { ...spotOf, holdExpiresAt, by: { actor: 'guest' } })
  const plan = invoicePlan(schedule, today)
  const invoiceId = await insertPlannedInvoices(tx, { reservationId, plan, now })
  if (invoiceId === undefined) throw new Error('The invoice due at sign-up was not written')
  await claimIntent(tx, { intentId: order.intent.id, invoiceId })
  return { ok: true, reservationId, uuid, holdExpiresAt }
}

const reservationOf = (
  { termsHash, now }: BookingDeps,
  { order, event, uuid, guest }: NewSpot,
  { chosen, price }: { chosen: Chosen[]; price: Cents },
) => ({
  uuid,
  eventId: event.id,
  attemptHash: order.attemptHash,
  price: Math.max(0, price),
  chosen,
  termsHash,
  guest,
  now: now(),
})

/** Whether this name and mailbox have a spot of the event, which costs nothing: who comes along has a name of their own. */
async function isSignedUp(tx: Transaction, { sealer }: BookingDeps, { eventId, guest }: SpotOrder) {
  const emailHashes = sealer.lookups(guest.email)
  const standing = await listGuestNames(tx, { eventId, emailHashes })
  return standing.some(({ uuid, customerName }) => {
    const opened = openRecord(sealer, { table: 'reservations', row: uuid }, { customerName })
    return opened.customerName !== null && isSameName(opened.customerName, guest.customerName)
  })
}

/**
 * Signed up already, and whoever asks has not shown the mailbox: the link goes there alone, and the reply, of the same form as
 * any, has one that opens nothing (docs/decisions/0051).
 */
async function repeatUnseen(tx: Transaction, deps: BookingDeps, { guest }: SpotOrder): Promise<SignedUp> {
  await enqueueLinks({ ...deps, db: tx }, guest.email)
  return { ok: true, reservationId: await spendReservationId(tx), uuid: randomUUID(), holdExpiresAt: null }
}

/** Why this intent cannot pay for the spot. Locks our record of it until the spot is taken, so that one payment cannot hold two. */
async function paymentProblem(
  tx: Transaction,
  intent: ReadIntent,
  wanted: Parameters<typeof intentProblem>[2],
): Promise<IntentProblem | null> {
  return intentProblem((await lockIntent(tx, intent.id)) ?? null, intent.status, wanted)
}
