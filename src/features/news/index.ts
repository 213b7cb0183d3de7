/** The server side of news for other features. */
export { readNewsOf } from './store.ts'
