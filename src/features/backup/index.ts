/** What other features may use on the server: how the last backup was proved, and that one is made now. */
export { requestBackup } from './jobs.ts'
export {
  type BackupProofRow,
  findAskedBackup,
  findLatestBackupProof,
  isBackupUnderWay,
} from './store/backup-proofs.ts'
