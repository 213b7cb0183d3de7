/** Freed spots go to the next on the waitlist: held, offered and told in one transaction (docs/decisions/0030). */
import { randomUUID } from 'node:crypto'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { openRecord } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf } from '#shared/endpoint.ts'
import type { Cents } from '#shared/money.ts'
import { invoicePlan } from '#features/booking/domain/sign-up.ts'
import {
  type BookingDeps,
  EMPTY_GUEST_DETAILS,
  hold,
  insertPlannedInvoices,
  listParty,
  sealGuest,
} from '#features/booking/index.ts'
import { enqueueEmail } from '#features/emails/index.ts'
import { type LockedEvent, lockEvent, readSpots } from '#features/events/index.ts'
import { placesLeft } from '#features/events/domain/options.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import type { offerToEntry } from './contract/queue.ts'
import { nextInLine, offerEnd, offersRun } from './rules.ts'
import { type EntryRow, findEntry, listWaiting } from './store/entries.ts'
import { insertOffer, reconcileOffers } from './store/offers.ts'

/** The actor of offers that the job makes, in the audit. */
export const OFFERS_ACTOR = { actor: 'job:offers' }

/**
 * Offers an event's free spots to its waitlist, in order, to each as many as they want (`nextInLine`); takes over first what
 * became of earlier offers. As often as you like: what is held already is taken, so nobody gets two offers and no spot is
 * held twice. Gives how many offers.
 */
export async function offerSpots(deps: BookingDeps, eventId: number): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, eventId)
    if (!event) return 0
    const now = deps.now()
    await reconcileOffers(tx, eventId, now)
    const expiresAt = offerEnd(event, now)
    if (!offersRun(event, now) || expiresAt === null) return 0
    const free = placesLeft(event.spots, await readSpots(tx, eventId))
    const next = free > 0 ? nextInLine(await listWaiting(tx, eventId), free) : []
    for (const entry of next) await makeOffer(tx, deps, { event, entry, expiresAt, now, by: OFFERS_ACTOR })
    return next.length
  })
}

/** An admin offers free spots to somebody now, whoever else waits; also while offers are stopped. An object: fewer are free than are wanted. */
export async function offerNow(
  deps: BookingDeps,
  { entryId, by }: { entryId: number; by: Actor },
): Promise<'done' | FailureCodeOf<typeof offerToEntry> | { free: number; wanted: number }> {
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
    const free = placesLeft(event.spots, await readSpots(tx, event.id))
    if (free < entry.size) return { free, wanted: entry.size }
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
  const { customerName, email, phone } = openRecord(
    deps.sealer,
    { table: 'waitlist_entries', row: entry.uuid },
    { customerName: entry.customerName, email: entry.email, phone: entry.phone },
  )
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

/** Who comes along is not known yet: a number stands for the name, since nobody has told it. */
function companionsOf({ sealer }: BookingDeps, count: number, price: Cents) {
  return Array.from({ length: count }, (_, nth) => {
    const uuid = randomUUID()
    const guest = sealGuest(sealer, uuid, {
      ...EMPTY_GUEST_DETAILS,
      customerName: `Guest ${nth + 2}`,
      email: null,
    })
    return { uuid, price, guest }
  })
}
