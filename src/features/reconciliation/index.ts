/** What other features may use on the server: how the last reconciliation with the payment provider ended. */
export { findLatestReconciliation, type ReconciliationRow } from './store.ts'
