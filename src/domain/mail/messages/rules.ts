/** Decides who gets an admin's message. The dialog and the sender use the same function. Pure. */
import type { Audience } from '#platform/database/schema/emails.ts'

interface Writable {
  reservationId: number
  unpaid: boolean
  withoutDetails: boolean
}

/** Returns the guests of an audience. Returns nobody for the waitlist, because its entries are no guests. */
export const guestsOf = <Guest extends Writable>(
  guests: readonly Guest[],
  audience: Audience,
  chosen: ReadonlySet<number>,
): Guest[] =>
  guests.filter(({ reservationId, unpaid, withoutDetails }) => {
    if (audience === 'unpaid') return unpaid
    if (audience === 'without-details') return withoutDetails
    return audience === 'all' || (audience === 'chosen' && chosen.has(reservationId))
  })
