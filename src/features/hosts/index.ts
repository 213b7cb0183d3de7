/** The server side of the hosts' links for other features. */
export { moveHostLinks, revokeHostLinks } from './store.ts'
