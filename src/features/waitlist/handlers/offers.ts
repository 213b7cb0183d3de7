/** Answers the calls behind an offer's link. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { openRecord } from '#platform/sealing.ts'
import { isUuid } from '#shared/fields.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { type EventRow, findEvent, readSpots, toEventDetails } from '#features/events/index.ts'
import { declineOffer, getOffer } from '../contract/offers.ts'
import type { Offer } from '../contract/offers.ts'
import { endOffer } from '../end-offer.ts'
import { findOffer, type FoundOffer } from '../store/offers.ts'

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
      const spots = await readSpots(deps.db, event.id)
      const state = stateOf(found, now)
      const open = state === 'open'
      const details = toEventDetails(open ? asOffered(event, found) : event, { spots, photos: [], now })
      return {
        state: open && event.cancelledAt !== null ? 'withdrawn' : state,
        expiresAt: found.offer.expiresAt.toISOString(),
        event: open ? { ...details, dueNow: found.dueNow ?? 0 } : details,
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

/** The price and dates as they were offered, whatever the event costs since (docs/decisions/0030). */
function asOffered(event: EventRow, { reservation }: FoundOffer): EventRow {
  const { price = 0 } = reservation ?? {}
  return { ...event, cost: price > 0 ? price : Math.min(0, event.cost) }
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
