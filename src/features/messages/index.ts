/** What other features may use of the messages on the server. */
export { emptyMessages } from './store.ts'
