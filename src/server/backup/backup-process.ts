/** The process that makes a night's backup, behind everything else the machine has to do. */
import { setPriority } from 'node:os'
import type { BackupTask } from './backup-task.ts'
import { doBackupTask } from './make-backup.ts'

const LOWEST = 19

// Without the site nobody would hear how it went, and the site begins anew.
process.on('disconnect', () => process.exit(1))
process.on('message', (task: BackupTask) => {
  try {
    setPriority(LOWEST)
  } catch {
    // Where the system does not let us, it goes at the usual pace.
  }
  void doBackupTask(task).then((report) => process.send?.(report, () => process.exit(0)))
})
