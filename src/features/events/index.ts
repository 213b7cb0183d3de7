/** What other features may use of the events on the server. */
export type { EventGuests, StartMoved } from './guests-port.ts'
export {
  countTaken,
  type EventRow,
  findEvent,
  findEventByUrlName,
  listPricedAt,
  type LockedEvent,
  lockEvent,
  markCancelled,
  NO_SPOTS,
  readSpots,
  readSpotsOf,
  readTakesCodes,
  setRoomsShown,
  setWaitlistStopped,
  type Spots,
  takesSpot,
} from './store/events.ts'
export { addPhoto, findPhotos } from './store/events.ts'
export { isUnlocked } from './unlock.ts'
export { spotsFor, toEventDetails, toEventSummary, toOffered } from './view.ts'
