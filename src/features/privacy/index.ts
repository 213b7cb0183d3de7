/** The server side of privacy for other features: the sealed columns, the coming purges, and the mark of a restore. */
export { opens } from './data-keys.ts'
export { SEALED_TABLES, type SealedTable } from './sealed-columns.ts'
export { findRestored, listLeaving, noteRestored } from './store/due.ts'
