/**
 * The offers of a waitlist. Freed spots go to the next in line: held, offered and told in one transaction (docs/decisions/0030).
 * A guest who cannot come may offer theirs. An offer ends in time, or before it: declined, or taken back.
 */
import { randomUUID } from 'node:crypto'
import { passOnProblem, stayFacts } from '#features/booking/domain/replacement.ts'
import { invoicePlan } from '#features/booking/domain/sign-up.ts'
import {
  type BookingDeps,
  EMPTY_GUEST_DETAILS,
  hold,
  insertPlannedInvoices,
  listChoices,
  listParty,
  sealGuest,
  findOpenToken,
  findReplacing,
  findReservation,
  lockReservation,
  auditReservation,
  expire,
  findReplaced,
  lockReservationsAndInvoices,
  type NotStopped,
  stopPayments,
  type WaitlistPort,
} from '#features/booking/index.ts'
import { enqueueEmail } from '#features/emails/index.ts'
import { isLodging } from '#features/events/domain/options.ts'
import { spotsLeft, paymentSchedule } from '#features/events/rules.ts'
import { type LockedEvent, lockEvent, readSpots } from '#features/events/index.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import type { JobResult } from '#platform/outbox-worker.ts'
import { enqueueAgain } from '#platform/outbox.ts'
import { openColumns } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf } from '#shared/endpoint.ts'
import type { Cents } from '#shared/money.ts'
import type { offerToEntry } from './contract/queue.ts'
import { nextInLine, offerEnd, offersRun, spotsOf } from './rules.ts'
import { type EntryRow, findEntry, listWaiting, listWanted, setEntry } from './store/entries.ts'
import {
  insertOffer,
  reconcileOffers,
  findOfferState,
  endOpenOffer,
  type FoundOffer,
} from './store/offers.ts'

/** The actor of offers that the job makes, in the audit. */
export const OFFERS_ACTOR = { actor: 'job:offers' }

/**
 * Offers the spots left at an event to its waitlist, in order, to each as many as they want (`nextInLine`); takes over first what
 * became of earlier offers. As often as you like: what is held already is taken, so nobody gets two offers and no spot is
 * held twice. Gives how many offers.
 */
export const offerSpots = async (deps: BookingDeps, eventId: number): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, eventId)
    if (!event) return 0
    const now = deps.now()
    await reconcileOffers(tx, eventId, now)
    const expiresAt = offerEnd(event, now)
    if (!offersRun(event, now) || expiresAt === null) return 0
    const left = spotsLeft(event.spots, await readSpots(tx, eventId))
    const next = left > 0 ? nextInLine(await listWaiting(tx, eventId), left) : []
    for (const entry of next) await makeOffer(tx, deps, { event, entry, expiresAt, now, by: OFFERS_ACTOR })
    return next.length
  })

/**
 * The number of spots left at an event that are anybody's, of `left` in all. While offers run they are kept for everybody who waits and can get
 * all that they want; what is too few for each who waits would be offered to whoever joined for it now, so it is anybody's.
 */
export const countLeftForAnyone: WaitlistPort['countLeftForAnyone'] = async (db, event, { left, now }) => {
  if (left <= 0 || !offersRun(event, now)) return left
  return left - spotsOf(nextInLine(await listWanted(db, event.id), left))
}

/** An admin offers spots that are left to somebody now, whoever else waits; also while offers are stopped. An object: fewer are left than are wanted. */
export async function offerNow(
  deps: BookingDeps,
  { entryId, by }: { entryId: number; by: Actor },
): Promise<'done' | FailureCodeOf<typeof offerToEntry> | { left: number; wanted: number }> {
  const found = await findEntry(deps.db, entryId)
  if (!found) return 'not_found'
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, found.eventId)
    if (!event) return 'not_found'
    const now = deps.now()
    await reconcileOffers(tx, event.id, now)
    const entry = await findEntry(tx, entryId)
    if (!entry) return 'not_found'
    if (event.cancelledAt !== null) return 'event_cancelled'
    if (entry.purgedAt !== null || entry.state === 'offered' || entry.state === 'booked') return 'not_waiting'
    if (entry.state === 'unconfirmed') return 'not_confirmed'
    const expiresAt = offerEnd(event, now, { byHand: true })
    if (expiresAt === null) return 'too_late'
    const left = spotsLeft(event.spots, await readSpots(tx, event.id))
    if (left < entry.size) return { left, wanted: entry.size }
    await makeOffer(tx, deps, { event, entry, expiresAt, now, by, byHand: true })
    return 'done'
  })
}

interface Offer {
  event: LockedEvent
  entry: EntryRow
  expiresAt: Date
  now: Date
  by: Actor
  /** An admin's press: its mail leaves at any hour. */
  byHand?: boolean
  /** The stay that is passed on: while it stands, the hold takes no spot of its own. */
  replacesId?: number
}

/**
 * Offers somebody who waits as many spots as they want; gives the offer's id. They are held as a party, whose other guests are
 * named with the form (R39.7). The hold has its invoices from the start: what the mail says is due now stays so for as long as the
 * offer. The caller holds the event's lock.
 */
export async function makeOffer(
  tx: Transaction,
  deps: BookingDeps,
  { event, entry, expiresAt, now, by, byHand = false, replacesId }: Offer,
): Promise<number> {
  const uuid = randomUUID()
  const person = openColumns(deps.sealer, 'waitlist_entries', entry, 'customerName', 'email', 'phone')
  const { customerName, email, phone } = person
  if (customerName === null) throw new Error('A purged entry was offered a spot')
  if (entry.confirmedAt === null) throw new Error('An entry that nobody has confirmed was offered a spot')
  const price = Math.max(0, event.cost)
  const reservationId = await hold(tx, deps, {
    uuid,
    eventId: event.id,
    holdExpiresAt: expiresAt,
    attemptHash: null,
    replacesId: replacesId ?? null,
    price,
    companions: companionsOf(deps, entry.size - 1, price),
    termsHash: null,
    guest: sealGuest(deps.sealer, uuid, { ...EMPTY_GUEST_DETAILS, customerName, email, phone }),
    now,
    by,
  })
  const today = ranchDay(now)
  const { cost, startDateDate } = event
  await insertPlannedInvoices(tx, {
    reservationId,
    plan: invoicePlan(paymentSchedule({ cost: cost * entry.size, startDateDate }, today), today),
    members: (await listParty(tx, reservationId)).map(({ id, share }) => ({ id, share: share ?? 0 })),
    now,
  })
  const offer = { token: randomUUID(), entryId: entry.id, reservationId, madeAt: now, expiresAt }
  const offerId = await insertOffer(tx, offer)
  await deps.fault?.('offer-held')
  // Automatic e-mails keep the quiet hours; an admin's press does not.
  const key = `${byHand ? '' : 'auto:'}waitlist-offer:${offerId}`
  await enqueueEmail(tx, { type: 'waitlist-offer', reservationId, key, now })
  const base = { ...by, eventId: event.id, reservationId, at: now }
  await recordAudit(tx, deps.sealer, [
    { ...base, action: 'waitlist.offered', entity: 'waitlist', entityId: entry.id },
  ])
  return offerId
}

/** The companions, whom nobody has named yet: a number stands for the name. */
const companionsOf = ({ sealer }: BookingDeps, count: number, price: Cents) =>
  Array.from({ length: count }, (_, nth) => {
    const uuid = randomUUID()
    const guest = sealGuest(sealer, uuid, {
      ...EMPTY_GUEST_DETAILS,
      customerName: `Guest ${nth + 2}`,
      email: null,
    })
    return { uuid, price, guest }
  })

/**
 * A spot that its guest passes on goes to the next on the waitlist, and to the one after, until somebody takes it or nobody
 * waits (docs/decisions/0031). That it goes on is remembered by the follow-up of each offer, which the outbox keeps.
 */

/** The outbox kind of an offer's follow-up; its payload is `{ offerId, stayId }`. */
export const PASS_ON_JOB = 'offer-stay'

const MINUTE = 60_000

interface PassedOn {
  event: LockedEvent
  /** The stay whose spot it is. */
  stayId: number
  now: Date
}

/** There is lodging for whoever takes over a stay's spot: what it leaves, or some beyond what is kept for the undecided (R37.4). */
export async function isLodgingFor(
  db: Database,
  { eventId, stayId }: { eventId: number; stayId: number },
): Promise<boolean> {
  if ((await listChoices(db, stayId)).some(isLodging)) return true
  return spotsLeft(1, { ...(await readSpots(db, eventId)), taken: 0 }) > 0
}

/** Offers a stay's spot to the first who waits for one alone; who wants more keeps their place (R39.7). False: nobody does, there is no lodging for them, or offers do not run. Under the event's lock. */
export async function offerStay(
  tx: Transaction,
  deps: BookingDeps,
  { event, stayId, now, by }: PassedOn & { by: Actor },
): Promise<boolean> {
  const expiresAt = offerEnd(event, now)
  const [entry] = nextInLine(await listWaiting(tx, event.id), 1)
  if (!entry || !offersRun(event, now) || expiresAt === null) return false
  if (!(await isLodgingFor(tx, { eventId: event.id, stayId }))) return false
  const offerId = await makeOffer(tx, deps, { event, entry, expiresAt, now, by, replacesId: stayId })
  await enqueueAgain(tx, {
    kind: PASS_ON_JOB,
    payload: { offerId, stayId },
    dedupeKey: `${PASS_ON_JOB}:${stayId}`,
    // The offer's hold ends first.
    runAt: new Date(expiresAt.getTime() + MINUTE),
  })
  return true
}

/** The one before did not take it: the next, if the stay may still be passed on and its guest has made no link. */
async function offerStayAgain(tx: Transaction, deps: BookingDeps, passed: PassedOn): Promise<void> {
  const { event, stayId, now } = passed
  const row = await lockReservation(tx, stayId)
  if (!row || row.purgedAt || row.eventId !== event.id || passOnProblem(stayFacts(row, event, now))) return
  if ((await findOpenToken(tx, stayId)) !== null || (await findReplacing(tx, stayId))) return
  await offerStay(tx, deps, { ...passed, by: OFFERS_ACTOR })
}

/** Follows up an offer after its time. One that was declined or taken back has been followed up already. */
export const followUp = async (
  deps: BookingDeps,
  { offerId, stayId }: { offerId: number; stayId: number },
): Promise<JobResult> =>
  deps.db.transaction(async (tx) => {
    const stay = await findReservation(tx, stayId)
    const event = stay && (await lockEvent(tx, stay.eventId))
    if (!event) return 'done'
    const now = deps.now()
    await reconcileOffers(tx, event.id, now)
    const state = await findOfferState(tx, offerId)
    // A bank may work on its payment for longer than the hold lasts.
    if (state === 'open')
      return { retryAt: new Date(now.getTime() + MINUTE), reason: 'the spot is still held' }
    if (state === 'lapsed' || state === 'hold_gone') await offerStayAgain(tx, deps, { event, stayId, now })
    return 'done'
  })

interface Ending {
  /**
   * The states that the offer and its entry end in. An entry goes back to waiting, with its place kept, where the guest
   * whose spot it is takes it back, so that it is offered to nobody else.
   */
  as: { offer: 'declined' | 'withdrawn'; entry: EntryState }
  by: Actor
}

/**
 * Ends an offer before its time: declined, or taken back by an admin or by the guest who passes on the spot. `over`: it had ended
 * already, by whatever was faster. Nothing can be paid for the spot any more when it is `done`.
 */
export async function endOffer(
  deps: BookingDeps,
  { offer, entry, reservation }: FoundOffer,
  { as, by }: Ending,
): Promise<'done' | 'over' | NotStopped> {
  if (offer.state !== 'open' || reservation?.status !== 'pending') return 'over'
  const which = { reservationId: reservation.id }
  return stopPayments<null, 'done' | 'over'>(deps, {
    of: which,
    by: by.actor,
    look: async () => ({ seen: null }),
    write: async (tx, _, stopped) => {
      const event = await lockEvent(tx, entry.eventId)
      const row = await lockReservation(tx, reservation.id)
      await lockReservationsAndInvoices(tx, which)
      if (!event || row?.status !== 'pending') return 'over'
      await stopped()
      const now = deps.now()
      if (!(await endOpenOffer(tx, offer.id, { state: as.offer, now }))) return 'over'
      const kept = as.entry === 'waiting'
      const stayId = await findReplaced(tx, reservation.id)
      await setEntry(tx, entry.id, { state: as.entry })
      const action = `waitlist.${kept ? 'recalled' : as.offer}`
      const about = { entity: 'waitlist', entityId: entry.id, reservationId: reservation.id }
      await recordAudit(tx, deps.sealer, [{ ...by, action, ...about, eventId: entry.eventId, at: now }])
      await expire(tx, deps, { reservation: row, by, now })
      if (stayId !== null && !kept) await offerStayAgain(tx, deps, { event, stayId, now })
      if (stayId !== null && kept) {
        const stay = { id: stayId, eventId: event.id }
        await auditReservation(tx, deps, { row: stay, action: 'replacement.taken_back', by, now })
      }
      return 'done'
    },
  })
}
