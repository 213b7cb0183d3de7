/** The server side of messages for other features. */
export { emptyMessages } from './store.ts'
