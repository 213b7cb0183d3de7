/**
 * Makes and ends waitlist offers. One transaction holds a freed spot, makes the offer and enqueues its e-mail
 * (docs/decisions/0030). A guest who cannot come may also offer their own spot. An offer ends when it is accepted,
 * declined or withdrawn, or when it expires.
 */
import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import { passOnProblem, stayFacts } from '#domain/booking/domain/replacement.ts'
import { invoicePlan } from '#domain/booking/domain/sign-up.ts'
import type { BookingDeps } from '../deps.ts'
import { EMPTY_GUEST_DETAILS, sealGuest } from '../sealed-guest.ts'
import { hold, auditReservation, expire } from '../transitions.ts'
import { insertPlannedInvoices } from '../store/sign-ups.ts'
import {
  listChoices,
  listParty,
  findOpenToken,
  findReplacing,
  findReservation,
  findReplaced,
} from '../store/reservations.ts'
import { lockReservation, lockReservationsAndInvoices } from '../store/locks.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { isLodging } from '#domain/events/domain/options.ts'
import { spotsLeft, paymentSchedule } from '#domain/events/rules.ts'
import { type LockedEvent, lockEvent, readSpots } from '#domain/events/store/events.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import type { JobResult } from '#platform/job.ts'
import { enqueueAgain, jobKind } from '#platform/outbox.ts'
import { openColumns } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf } from '#shared/endpoint.ts'
import type { Cents } from '#shared/money.ts'
import type { offerToEntry } from './contract/admin.ts'
import { nextOnWaitlist, offerEnd, offersRun } from './rules.ts'
import { type EntryRow, findEntry, listWaiting, setEntry } from './store/entries.ts'
import {
  insertOffer,
  reconcileOffers,
  findOfferState,
  endOpenOffer,
  type FoundOffer,
} from './store/offers.ts'

/** The actor that the audit log shows for offers that the job made. */
export const OFFERS_ACTOR = { actor: 'job:offers' }

/**
 * Offers an event's free spots to its waitlist in order, to each entry as many as it wants (`nextOnWaitlist`). First
 * updates the offers that were already made (`reconcileOffers`). Idempotent, because held spots count as taken.
 * Returns the number of offers made.
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
    const next = left > 0 ? nextOnWaitlist(await listWaiting(tx, eventId), left) : []
    for (const entry of next) await makeOffer(tx, deps, { event, entry, expiresAt, now, by: OFFERS_ACTOR })
    return next.length
  })

/**
 * Offers free spots to one waitlist entry for an admin, ahead of other entries and even while automatic offers are
 * off. If too few spots are left, returns how many are `left` and how many the entry wants (`wanted`).
 */
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
  /** True for an offer by an admin. Its e-mail is sent at any hour. */
  byHand?: boolean
  /**
   * The stay of a guest who offers their own spot. While it is confirmed, the offer's hold counts as no additional
   * spot.
   */
  replacesId?: number
}

/**
 * Holds as many spots as an entry wants, makes the offer and returns its id. Several spots are held as a party,
 * whose companions the form later names (R39.7). The invoices are created now, so that the e-mailed amount stays
 * valid. The caller holds the event's lock.
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
  // An automatic offer is e-mailed in the morning at the earliest, an admin's offer at any hour. So the key of an
  // automatic offer begins with `auto:`.
  const key = `${byHand ? '' : 'auto:'}waitlist-offer:${offerId}`
  await enqueueEmail(tx, { type: 'waitlist-offer', reservationId, key, now })
  const base = { ...by, eventId: event.id, reservationId, at: now }
  await recordAudit(tx, deps.sealer, [
    { ...base, action: 'waitlist.offered', entity: 'waitlist', entityId: entry.id },
  ])
  return offerId
}

/** Returns the companions of a held party, named "Guest 2", "Guest 3" and so on until the form names them. */
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
 * The functions below offer a guest's own spot to one waitlist entry after another, until an entry accepts it or
 * none is left (docs/decisions/0031). Each offer enqueues a job that later continues with the next entry.
 */

/** The job that offers a guest's spot to the next waitlist entry if the last offer was not accepted. */
export const PASS_ON_STAY = jobKind('pass-on-stay', z.object({ offerId: z.number(), stayId: z.number() }))

const MINUTE = 60_000

interface PassedOn {
  event: LockedEvent
  /** The reservation of the guest whose own spot is offered to the waitlist. */
  stayId: number
  now: Date
}

/**
 * Returns whether a guest who takes over a spot can get lodging: the former guest's lodging, or lodging that is not
 * reserved for guests who have not chosen yet (R37.4).
 */
export async function isLodgingFor(
  db: Database,
  { eventId, stayId }: { eventId: number; stayId: number },
): Promise<boolean> {
  if ((await listChoices(db, stayId)).some(isLodging)) return true
  return spotsLeft(1, { ...(await readSpots(db, eventId)), taken: 0 }) > 0
}

/**
 * Offers a guest's own spot to the first waitlist entry that wants a single spot (R39.7). Returns false if no such
 * entry waits, if no lodging is left for it, or if offers are off. The caller holds the event's lock.
 */
export async function offerGuestSpot(
  tx: Transaction,
  deps: BookingDeps,
  { event, stayId, now, by }: PassedOn & { by: Actor },
): Promise<boolean> {
  const expiresAt = offerEnd(event, now)
  const [entry] = nextOnWaitlist(await listWaiting(tx, event.id), 1)
  if (!entry || !offersRun(event, now) || expiresAt === null) return false
  if (!(await isLodgingFor(tx, { eventId: event.id, stayId }))) return false
  const offerId = await makeOffer(tx, deps, { event, entry, expiresAt, now, by, replacesId: stayId })
  await enqueueAgain(tx, PASS_ON_STAY, {
    input: { offerId, stayId },
    dedupeKey: `offer-stay:${stayId}`,
    // The job must run after the offer's hold has expired.
    runAt: new Date(expiresAt.getTime() + MINUTE),
  })
  return true
}

/**
 * Offers a guest's own spot to the next waitlist entry. Does nothing if the guest can no longer pass the spot on,
 * or has made a link for that.
 */
async function offerStayAgain(tx: Transaction, deps: BookingDeps, passed: PassedOn): Promise<void> {
  const { event, stayId, now } = passed
  const row = await lockReservation(tx, stayId)
  if (!row || row.purgedAt || row.eventId !== event.id || passOnProblem(stayFacts(row, event, now))) return
  if ((await findOpenToken(tx, stayId)) !== null || (await findReplacing(tx, stayId))) return
  await offerGuestSpot(tx, deps, { ...passed, by: OFFERS_ACTOR })
}

/**
 * Offers a guest's own spot to the next waitlist entry after an offer expired. If an offer was declined or
 * withdrawn, the next entry already has an offer.
 */
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
    // The offer is still open, because a bank can process a payment for longer than the hold lasts. So the job runs
    // again later.
    if (state === 'open')
      return { retryAt: new Date(now.getTime() + MINUTE), reason: 'The spot is still held' }
    if (state === 'lapsed' || state === 'hold_gone') await offerStayAgain(tx, deps, { event, stayId, now })
    return 'done'
  })

interface Ending {
  /**
   * The final status of the offer and of its entry. If a guest withdraws the offer of their own spot, the entry
   * waits at its position again. The spot is then offered to no other entry.
   */
  as: { offer: 'declined' | 'withdrawn'; entry: EntryState }
  by: Actor
}

/**
 * Ends an offer early: the person declined it, or an admin or the guest who offered the spot withdraws it. Returns
 * `over` if the offer had already ended. After `done`, nobody can pay for the spot anymore.
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
