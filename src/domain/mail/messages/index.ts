/** The server-side functions of messages that other features may use. */
export { emptyMessages } from './store.ts'
