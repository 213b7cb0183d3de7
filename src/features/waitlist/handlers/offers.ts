/** Answers the calls behind an offer's link. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { openRecord } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import { isUuid } from '#shared/fields.ts'
import { dayOfSums } from '#features/booking/domain/sign-up.ts'
import { ownPrice } from '#features/booking/domain/party.ts'
import { type BookingDeps, listChoices } from '#features/booking/index.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { sumOf } from '#features/events/domain/options.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import { type EventRow, findEvent, readSpots, readTakesCodes } from '#features/events/index.ts'
import { spotsFor, toEventDetails } from '#features/events/contract/view.ts'
import { declineOffer, getOffer } from '../contract/offers.ts'
import type { Offer } from '../contract/offers.ts'
import { endOffer } from '../end-offer.ts'
import { findOffer, type FoundOffer } from '../store/offers.ts'

/** An offer that is over has no form. */
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
      const state = stateOf(found, now)
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
 * The price of one guest and the dates as they were offered, whatever the event costs since (docs/decisions/0030). What was
 * chosen for the spot already, by a form that was left before it was paid, is not of its cost: the form adds what it chooses.
 */
async function readOffered(
  { db, now }: BookingDeps,
  event: EventRow,
  { reservation, dueNow, whole, size }: FoundOffer,
): Promise<EventDetails> {
  const { id = 0 } = reservation ?? {}
  // So is what a code took off by such a form.
  const price = reservation ? ownPrice(reservation) + reservation.discount : 0
  const own = await listChoices(db, id)
  const spots = spotsFor(await readSpots(db, event.id), own)
  const cost = price > 0 ? price - sumOf(own) : Math.min(0, event.cost)
  const takesCodes = await readTakesCodes(db, event, now())
  const details = toEventDetails({ ...event, cost }, { spots, photos: [], takesCodes, now: now() })
  if (own.length === 0 && size === 1 && !reservation?.discount) return { ...details, dueNow: dueNow ?? 0 }
  const day = dayOfSums(event.startDateDate, { amount: dueNow ?? 0, whole, today: ranchDay(now()) })
  const told = paymentSchedule({ ...event, cost }, day)
  return { ...details, dueNow: told.dueNow }
}

/** The offer's state now, although the job may not have noted it yet. */
function stateOf({ offer, reservation }: FoundOffer, now: Date): Offer['state'] {
  if (reservation?.status === 'confirmed') return 'accepted'
  if (offer.state !== 'open') return offer.state
  if (reservation?.status === 'pending') return now < offer.expiresAt ? 'open' : 'lapsed'
  return reservation?.status === 'expired' || reservation?.status === 'refunded' ? 'lapsed' : 'withdrawn'
}

function openGuest({ sealer }: BookingDeps, { entry }: FoundOffer): NonNullable<Offer['guest']> {
  const { uuid, customerName, email } = entry
  const opened = openRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email })
  return { customerName: opened.customerName ?? '', email: opened.email ?? '' }
}
