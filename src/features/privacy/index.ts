/** What other features may use on the server: which columns are sealed, the purge of one row, and what it tells. */
export { opens } from './rotate-keys.ts'
export { SEALED_TABLES, type SealedTable } from './sealed-columns.ts'
export { findRestored, listLeaving, noteRestored } from './store/due.ts'
