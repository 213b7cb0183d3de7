/** What other features use of arrivals on the server: their status, who is overdue, and deleting them. */
export { showArrival } from './handlers.ts'
export { listOverdue } from './jobs.ts'
export { forgetArrival, listArrivals } from './store.ts'
