/**
 * What other features use of privacy on the server: the sealed columns, coming purges, and the record of a
 * restore.
 */
export { opens } from './data-keys.ts'
export { SEALED_TABLES, type SealedTable } from './sealed-columns.ts'
export { findRestored, listLeaving, noteRestored } from './store/due.ts'
