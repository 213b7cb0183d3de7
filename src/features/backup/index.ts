/** The server side of backups for other features: the proof of the last one, and making one now. */
export { requestBackup } from './jobs.ts'
export {
  type BackupProofRow,
  findAskedBackup,
  findLatestBackupProof,
  isBackupUnderWay,
} from './store/backup-proofs.ts'
