/** What other features use of the hosts' links on the server. */
export { revokeHostLinks } from './store.ts'
