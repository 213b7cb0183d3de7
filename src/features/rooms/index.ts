/** What other features may use of the rooms on the server: where guests sleep, and that it is forgotten. */
export { forgetRooms, listPlaces } from './store.ts'
