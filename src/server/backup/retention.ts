/**
 * Deletes backups that are too old, whether or not this process makes any: each machine has a folder of its own while one
 * process alone has the night's work, and what is in the bucket must go also after `BACKUPS` was switched off.
 */
import { COPIES_FOLDER } from '#features/backup/rules.ts'
import { sweepBackups, sweepCopies } from '#features/backup/jobs.ts'
import { openCopyStore } from '#platform/files/copy-store.ts'
import type { Logger } from '#platform/log.ts'
import type { Settings } from '#platform/settings.ts'

const EVERY_MS = 6 * 60 * 60_000

export interface SweeperDeps {
  settings: Settings
  now: () => Date
  log: Logger
}

/** Sweeps at once, and from time to time until the returned function is called. What fails is logged, and tried again. */
export async function startRetention({ settings, now, log }: SweeperDeps): Promise<() => void> {
  const complain = (err: unknown) => log.error({ err }, 'backups that are too old could not be deleted')
  const sweepFolder = () => sweepBackups(settings.backups.folder, now()).catch(complain)
  const sweepBucket = async () => {
    const copies = await openCopyStore(settings.files, COPIES_FOLDER)
    if (copies) await sweepCopies(copies, now())
  }
  await sweepFolder()
  // A bucket that does not answer holds up no start.
  void sweepBucket().catch(complain)
  const timer = setInterval(() => {
    void sweepFolder()
    void sweepBucket().catch(complain)
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
