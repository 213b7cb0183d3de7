/** What other features may use on the server: how the last reconciliation with the payment provider ended. */
export { findLatestProof, type ProofRow } from './store.ts'
