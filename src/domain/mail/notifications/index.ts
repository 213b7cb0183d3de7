/** The server-side functions of notifications that other features may use. */
export { readNewsOf } from './store.ts'
