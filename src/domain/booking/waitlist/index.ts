/** The server-side functions of the waitlist for other features, and its implementation of booking's port. */
import type { WaitlistPort } from '#domain/booking/index.ts'
import { enqueueOffers, markBooked } from './jobs.ts'
import { countLeftForAnyone } from './offers.ts'
import { countQueue } from './store/entries.ts'
import { findOfferedHold, isOfferedTo, isOfferOf } from './store/offers.ts'

export { enqueueOffers } from './jobs.ts'
export { anonymizeWaitlist, forgetUnconfirmed, readQueue } from './queue.ts'
export { deleteEntriesOfEvent } from './store/entries.ts'
export { withdrawOffers } from './store/offers.ts'

export const waitlistPort: WaitlistPort = {
  enqueueOffers,
  countLeftForAnyone,
  countQueue,
  markBooked,
  findOfferedHold,
  isOfferedTo,
  isOfferOf,
}
