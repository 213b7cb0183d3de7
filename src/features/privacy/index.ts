/** What other features may use on the server: which columns are sealed, the purge of one row, and what it tells. */
export { purgeWithin } from './purge/purge.ts'
export { findRestored, noteRestored } from './purge/restored-store.ts'
export { SEALED_TABLES, type SealedTable } from './sealed-columns.ts'
export { listLeaving } from './warn/store.ts'
