/**
 * Handles the calls about waitlist offers: those of the page to which an offer links, and those of a guest who
 * offers their own spot to the waitlist.
 */
import { ownPrice } from '#domain/booking/domain/party.ts'
import { passOnProblem, type StayFacts } from '#domain/booking/domain/replacement.ts'
import { planDayForAmount } from '#domain/booking/domain/sign-up.ts'
import type { BookingDeps } from '#domain/booking/deps.ts'
import {
  listChoices,
  findOpenToken,
  findReplaced,
  findReplacing,
  findReservationByUuid,
} from '#domain/booking/store/reservations.ts'
import { auditReservation } from '#domain/booking/transitions.ts'
import { readStay, withStay } from '#domain/booking/use-cases/replacement-link.ts'
import { spotsSeenByGuest, toEventDetails } from '#domain/events/contract/event-replies.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { totalPrice } from '#domain/events/domain/options.ts'
import { type EventRow, findEvent, readSpots, readTakesCodes } from '#domain/events/store/events.ts'
import { paymentSchedule } from '#domain/events/rules.ts'
import type { Database } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { openColumns } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { isUuid } from '#shared/fields.ts'
import {
  declineOffer,
  getOffer,
  type Offer,
  getNextOffer,
  offerNext,
  recallOffer,
} from '../contract/offers.ts'
import { endOffer, isLodgingFor, offerGuestSpot } from '../offers.ts'
import { nextOnWaitlist, type Offering, offersRun } from '../rules.ts'
import { listWanted } from '../store/entries.ts'
import { findOffer, type FoundOffer, findOfferOfStay, isBeingPaid, reconcileOffers } from '../store/offers.ts'

/** The page of an ended offer has no sign-up form. So it needs neither photos nor discount codes. */
const NO_FORM = { photos: [], takesCodes: false }

export function offerHandlers(deps: BookingDeps): Bound[] {
  const find = async (token: string) => (isUuid(token) ? findOffer(deps.db, { token }) : undefined)
  return [
    bind(getOffer, async ({ query: { token } }) => {
      const found = await find(token)
      if (!found) return fail('not_found')
      if (found.entry.purgedAt !== null) return fail('purged')
      const event = await findEvent(deps.db, found.entry.eventId)
      if (!event) return fail('not_found')
      const now = deps.now()
      const state = offerState(found, now)
      const open = state === 'open'
      return {
        state: open && event.cancelledAt !== null ? 'withdrawn' : state,
        expiresAt: found.offer.expiresAt,
        size: found.size,
        event: open
          ? await readOffered(deps, event, found)
          : toEventDetails(event, { ...NO_FORM, spots: await readSpots(deps.db, event.id), now }),
        guest: open ? openGuest(deps, found) : null,
      }
    }),
    bind(declineOffer, async ({ body: { token } }) => {
      const found = await find(token)
      if (!found) return fail('not_found')
      const as = { offer: 'declined', entry: 'declined' } as const
      const ended = await endOffer(deps, found, { as, by: { actor: 'guest' } })
      if (ended === 'done') return {}
      return fail(ended === 'over' ? 'offer_over' : ended)
    }),
  ]
}

/**
 * Returns the event with the price per guest that was offered, even if the event's price has changed since
 * (docs/decisions/0030). Options from an earlier, unpaid form are not part of this price, because the form adds its
 * own options.
 */
async function readOffered(
  { db, now }: BookingDeps,
  event: EventRow,
  { reservation, dueNow, whole, size }: FoundOffer,
): Promise<EventDetails> {
  const { id = 0 } = reservation ?? {}
  // An earlier, unpaid form may have used a discount code. So its discount is added to the price again.
  const price = reservation ? ownPrice(reservation) + reservation.discount : 0
  const own = await listChoices(db, id)
  const replaced = await findReplaced(db, id)
  const left = replaced === null ? [] : await listChoices(db, replaced)
  const spots = spotsSeenByGuest(await readSpots(db, event.id), [
    ...own,
    ...left.map((one) => ({ id: one.id })),
  ])
  const cost = price > 0 ? price - totalPrice(own) : Math.min(0, event.cost)
  const takesCodes = await readTakesCodes(db, event, now())
  const details = toEventDetails({ ...event, cost }, { spots, photos: [], takesCodes, now: now() })
  if (own.length === 0 && size === 1 && !reservation?.discount) return { ...details, dueNow: dueNow ?? 0 }
  const day = planDayForAmount(event.startDateDate, { amount: dueNow ?? 0, whole, today: ranchDay(now()) })
  const told = paymentSchedule({ ...event, cost }, day)
  return { ...details, dueNow: told.dueNow }
}

/** Returns the present status of an offer, even if the waitlist's job has not written that status yet. */
function offerState({ offer, reservation }: FoundOffer, now: Date): Offer['state'] {
  if (reservation?.status === 'confirmed') return 'accepted'
  if (offer.state !== 'open') return offer.state
  if (reservation?.status === 'pending') return now < offer.expiresAt ? 'open' : 'lapsed'
  return reservation?.status === 'expired' || reservation?.status === 'refunded' ? 'lapsed' : 'withdrawn'
}

function openGuest({ sealer }: BookingDeps, { entry }: FoundOffer): NonNullable<Offer['guest']> {
  const opened = openColumns(sealer, 'waitlist_entries', entry, 'customerName', 'email')
  return { customerName: opened.customerName ?? '', email: opened.email ?? '' }
}

// The handlers below are for a guest who offers their own spot to the waitlist.

const MINUTE = 60_000
const BY = { actor: 'guest' }

export const passOnHandlers = (deps: BookingDeps): Bound[] => [
  bind(getNextOffer, async ({ query: { uuid } }) => {
    const state = await readNextOffer(deps, uuid)
    return typeof state === 'string' ? fail(state) : state
  }),
  bind(offerNext, async ({ body: { uuid } }) => {
    const state = await offerToNext(deps, uuid)
    return typeof state === 'string' ? fail(state) : { nextOffer: state }
  }),
  bind(recallOffer, async ({ query: { uuid } }) => {
    const state = await recall(deps, uuid)
    return typeof state === 'string' ? fail(state) : { nextOffer: state }
  }),
]

async function readNextOffer(
  { db, now }: BookingDeps,
  uuid: string,
): Promise<AnswerOf<typeof getNextOffer> | 'not_found' | 'purged'> {
  const row = await findReservationByUuid(db, uuid)
  const event = row && (await findEvent(db, row.eventId))
  if (!row || !event) return 'not_found'
  if (row.purgedAt) return 'purged'
  const stay = await readStay(db, { row, event, now: now() })
  return nextOfferState(db, { id: row.id, event, stay, now: now() })
}

async function nextOfferState(
  db: Database,
  { id, event, stay, now }: { id: number; event: Offering & { id: number }; stay: StayFacts; now: Date },
): Promise<AnswerOf<typeof getNextOffer>> {
  const offered = await findOfferOfStay(db, id)
  if (offered && stay.status === 'confirmed' && !stay.eventCancelled)
    return { state: 'offered', until: offered.expiresAt }
  const possible =
    passOnProblem(stay) === null &&
    offersRun(event, now) &&
    (await findOpenToken(db, id)) === null &&
    !(await findReplacing(db, id)) &&
    nextOnWaitlist(await listWanted(db, event.id), 1).length > 0 &&
    (await isLodgingFor(db, { eventId: event.id, stayId: id }))
  return { state: possible ? 'possible' : 'closed', until: null }
}

/**
 * Offers a guest's own spot to the waitlist. Locks the event and the reservation, so that pressing the button twice
 * makes only one offer.
 */
const offerToNext = async (deps: BookingDeps, uuid: string) =>
  withStay(deps, uuid, async (tx, { event, row, stay, now }) => {
    await reconcileOffers(tx, event.id, now)
    if (!(await findOfferOfStay(tx, row.id))) {
      const problem = passOnProblem(stay)
      if (problem) return problem
      if ((await findOpenToken(tx, row.id)) !== null) return 'link_open'
      if (!(await offerGuestSpot(tx, deps, { event, stayId: row.id, now, by: BY }))) return 'nobody_waits'
      await auditReservation(tx, deps, { row, action: 'replacement.offered_to_line', by: BY, now })
    }
    return nextOfferState(tx, { id: row.id, event, stay, now })
  })

/**
 * Withdraws the offer of a guest's own spot. Refuses while another guest is paying for the spot, because the spot
 * was promised to that guest until the hold ends.
 */
async function recall(deps: BookingDeps, uuid: string) {
  const row = await findReservationByUuid(deps.db, uuid)
  if (!row) return 'not_found'
  if (row.purgedAt) return 'purged'
  const offered = await findOfferOfStay(deps.db, row.id)
  const found = offered && (await findOffer(deps.db, { token: offered.token }))
  if (found) {
    const since = new Date(deps.now().getTime() - deps.settings.holdMinutes * MINUTE)
    if (await isBeingPaid(deps.db, { holdId: offered.holdId, since })) return 'being_booked'
    const ended = await endOffer(deps, found, { as: { offer: 'withdrawn', entry: 'waiting' }, by: BY })
    if (ended === 'payment_processing' || ended === 'payment_arrived') return 'being_booked'
    if (ended === 'changed_meanwhile') return ended
  }
  const taker = await findReplacing(deps.db, row.id)
  return taker?.status === 'confirmed' ? 'passed_on' : readNextOffer(deps, uuid)
}
