/** What other features use of the hosts' links on the server. */
export { moveHostLinks, revokeHostLinks } from './store.ts'
