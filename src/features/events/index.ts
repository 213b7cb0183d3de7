/** What other features may use of the events on the server. */
export { editEvent, makeEvent, type StartMoved } from './edit/edit.ts'
export { removeEvent } from './edit/store.ts'
export { countKept, countWaiting, OFFER_JOB, promiseOffers } from './line/store.ts'
export { addPhoto } from './photos/store.ts'
export {
  countTaken,
  countTakenOf,
  type EventRow,
  findEvent,
  findEventByUrlName,
  findPhotos,
  listPricedAt,
  type LockedEvent,
  lockEvent,
  markCancelled,
  takesSpot,
} from './store.ts'
export { isUnlocked } from './unlock.ts'
export { toEventDetails, toEventForAdmin, toEventSummary } from './view.ts'
