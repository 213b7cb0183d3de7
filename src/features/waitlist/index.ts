/** The waitlist as other features may use it on the server, and its answers to what booking asks. */
import type { WaitlistPort } from '#features/booking/index.ts'
import { countOpen, enqueueOffers, markBooked } from './freed-spots.ts'
import { countQueue } from './store/entries.ts'
import { findOfferedHold, isOfferOf } from './store/offers.ts'

export { enqueueOffers } from './freed-spots.ts'
export { emptyWaitlist, forgetUnconfirmed } from './freed-spots.ts'
export { readQueue } from './queue.ts'
export { deleteEntriesOfEvent } from './store/entries.ts'
export { withdrawOffers } from './store/offers.ts'

export const waitlistPort: WaitlistPort = {
  enqueueOffers,
  countOpen,
  countQueue,
  markBooked,
  findOfferedHold,
  isOfferOf,
}
