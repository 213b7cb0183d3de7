/** The process that makes a night's backup, behind everything else the machine has to do. */
import { setPriority } from 'node:os'
import type { BackupTask } from './backup-task.ts'
import { doBackupTask } from './make-backup.ts'

const LOWEST = 19

// The process ends with the site: nobody would hear how it went, and the site begins anew.
process.on('disconnect', () => process.exit(1))
process.on('message', (task: BackupTask) => {
  try {
    setPriority(LOWEST)
  } catch {
    // The priority stays as it is where the system does not let us lower it.
  }
  void doBackupTask(task).then((report) => process.send?.(report, () => process.exit(0)))
})
