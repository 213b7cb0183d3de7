/** What other features may use of the waitlist on the server. */
export { countLine, readLine, removeEntries } from './store.ts'
