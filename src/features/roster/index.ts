/** The roster as the site takes it: its calls, and the answers to what events ask about their guests. */
export { eventGuests } from './event-guests.ts'
export { rosterHandlers } from './handlers.ts'
