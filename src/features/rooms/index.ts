/** The server side of rooms for other features: where guests sleep, and forgetting it. */
export { forgetRooms, listPlaces } from './store.ts'
