/** The server side of the reconciliation for other features: how the last one with the payment provider ended. */
export { findLatestReconciliation, type ReconciliationRow } from './store.ts'
