/** The arrivals as other features may use them on the server: how each stands, who is overdue, and that they are forgotten. */
export { showArrival } from './handlers.ts'
export { listOverdue } from './jobs.ts'
export { forgetArrival, listArrivals } from './store.ts'
