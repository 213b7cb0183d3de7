/** What other features may use on the server: how the last backup was proved. */
export { type BackupProofRow, findLatestBackupProof } from './store/backup-proofs.ts'
