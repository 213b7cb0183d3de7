/** What other features use of backups: the proof of the last one, and requesting one. */
export { requestBackup } from './jobs.ts'
export {
  type BackupProofRow,
  findAskedBackup,
  findLatestBackupProof,
  isBackupUnderWay,
} from './store/backup-proofs.ts'
