/** The server-side functions of events that other features may use. */
export {
  copyPhotos,
  insertEvent,
  isUrlNameTaken,
  removeEvent,
  writeEvent,
  writeOptions,
} from './store/catalog.ts'
export {
  type EventRow,
  findEvent,
  findEventByUrlName,
  listPricedAt,
  type LockedEvent,
  lockEvent,
  markCancelled,
  readSpots,
  readSpotsOf,
  readTakesCodes,
  switchEvent,
  takesSpot,
} from './store/events.ts'
export { addPhoto, findPhotos } from './store/events.ts'
export { isUnlocked } from './unlock.ts'
