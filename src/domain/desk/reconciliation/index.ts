/** What other features use of the reconciliation on the server: the result of the last one. */
export { findLatestReconciliation, type ReconciliationRow } from './store.ts'
