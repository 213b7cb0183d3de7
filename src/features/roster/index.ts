/** What the site is put together of: the roster's calls, and the answers to what events ask about their guests. */
export { eventGuests } from './event-guests.ts'
export { rosterHandlers } from './handlers.ts'
