/** What other features may use of the news on the server. */
export { readNewsOf } from './store.ts'
