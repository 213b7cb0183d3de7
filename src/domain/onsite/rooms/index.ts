/** What other features use of rooms: where guests sleep, and removing guests from their rooms. */
export { forgetRooms, listPlaces } from './store.ts'
