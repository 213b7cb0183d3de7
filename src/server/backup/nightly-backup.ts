/**
 * Makes and checks backups in a separate process, so that the site goes on serving. Also deletes expired
 * backups.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type BackupMaker,
  type BackupReport,
  type BackupResult,
  sweepBackups,
  sweepCopies,
} from '#domain/desk/backup/jobs.ts'
import {
  backupName,
  COPIES_FOLDER,
  partName,
  workingName,
  type WorkingUse,
} from '#domain/desk/backup/rules.ts'
import { makeDataFolder } from '#platform/data-folder.ts'
import type { OpenDatabase } from '#platform/database/open.ts'
import { openCopyStore } from '#platform/files/file-store.ts'
import { failureMessage, type Logger } from '#platform/log.ts'
import type { Settings } from '#platform/settings.ts'
import type { BackupTask } from './backup-process.ts'

const CHILD = fileURLToPath(new URL('./backup-process.ts', import.meta.url))
/**
 * Limits memory to twice of what a backup of a million rows needs. Without the limit, Node would use more
 * memory instead of collecting garbage.
 */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256']

type Ended = BackupReport | typeof STOPPED
const STOPPED = { outcome: 'stopped' } as const

interface MakerDeps {
  settings: Settings & { dataKeys: string }
  copyTo: OpenDatabase['copyTo']
}

interface SiteBackups extends BackupMaker {
  /**
   * Makes a backup at this path without checking it. A command that asks a running site for a backup needs
   * this.
   */
  makeAt(path: string): Promise<BackupReport>
}

export function createBackupMaker({ settings, copyTo }: MakerDeps): SiteBackups {
  const { folder, given } = settings.backups

  /** Runs a backup task in a separate process, with or without a folder for the trial restore. */
  async function run(
    order: Pick<BackupTask, 'path' | 'madeAt' | 'proof'>,
    stopping?: AbortSignal,
  ): Promise<Ended> {
    const working = copyTo && workingPath(dirname(order.path), 'copy')
    const copy = working && join(working, 'database')
    try {
      // Everyone can read the files of the database copy, so the folder around them must be private.
      for (const path of [working, order.proof]) if (path) await mkdir(path, { mode: 0o700 })
      if (copy) await copyTo?.(copy)
      return await doElsewhere({ ...order, settings, copy }, stopping)
    } catch (error) {
      return { outcome: 'failed', why: failureMessage(error) }
    } finally {
      for (const path of [working, order.proof]) if (path) await rm(path, { recursive: true, force: true })
    }
  }

  async function make(madeAt: Date, stopping?: AbortSignal): Promise<BackupResult> {
    // Reports an error if a configured folder does not exist, because a disk is probably not mounted.
    if (given && !(await stat(folder).catch(() => null))?.isDirectory())
      return { outcome: 'failed', why: `BACKUP_DIR: there is no folder ${folder}.` }
    const file = backupName(madeAt)
    const order = {
      path: join(folder, file),
      madeAt: madeAt.toISOString(),
      proof: workingPath(folder, 'proof'),
    }
    try {
      if (!given) makeDataFolder(folder)
    } catch (error) {
      return { outcome: 'failed', why: failureMessage(error) }
    }
    const report = await run(order, stopping)
    return report.outcome === 'made' ? { ...report, file } : report
  }

  return {
    make,
    makeAt: async (path) => {
      const report = await run({ path, madeAt: new Date().toISOString(), proof: null })
      return report.outcome === 'stopped' ? { outcome: 'failed', why: 'The site was stopped.' } : report
    },
    sweep: (now) => sweepBackups(folder, now),
    remove: (file) => rm(join(folder, basename(file)), { force: true }),
  }
}

const workingPath = (folder: string, use: WorkingUse): string =>
  join(folder, workingName(randomBytes(6).toString('hex'), use))

/** Deletes the incomplete backup file of a process that was stopped. */
async function removePart(path: string, pid: number | undefined): Promise<void> {
  if (pid !== undefined) await rm(join(dirname(path), partName(basename(path), pid)), { force: true })
}

/**
 * Runs the task in a child process. If that process ends without a report, returns a failure with an
 * explanation.
 */
async function doElsewhere(task: BackupTask, stopping?: AbortSignal): Promise<Ended> {
  if (stopping?.aborted) return STOPPED
  const child = fork(CHILD, { execArgv: FLAGS })
  const stop = () => child.kill('SIGKILL')
  stopping?.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise((resolve) => {
      child.once('message', (report) => resolve(report as BackupReport))
      child.once('error', (error) => resolve({ outcome: 'failed', why: failureMessage(error) }))
      child.once('exit', (status, signal) =>
        resolve(
          stopping?.aborted
            ? STOPPED
            : { outcome: 'failed', why: `The process that makes it ended at once (${signal ?? status}).` },
        ),
      )
      child.send(task)
    })
  } finally {
    stopping?.removeEventListener('abort', stop)
    await removePart(task.path, child.pid)
  }
}

// Even a process that makes no backups deletes expired ones. Each machine has its own folder, but only one
// process does the nightly work. Copies in the bucket must be deleted even after `BACKUPS` is switched off.

const EVERY_MS = 6 * 60 * 60_000

/**
 * Deletes expired backups immediately, and then every six hours until the caller calls the returned function.
 * Logs a failure and tries again after six hours.
 */
export async function startRetention({
  settings,
  now,
  log,
}: {
  settings: Settings
  now: () => Date
  log: Logger
}): Promise<() => void> {
  const complain = (err: unknown) => log.error({ err }, 'failed to delete expired backups')
  const sweepFolder = () => sweepBackups(settings.backups.folder, now()).catch(complain)
  const sweepBucket = async () => {
    const copies = await openCopyStore(settings.files, COPIES_FOLDER)
    if (copies) await sweepCopies(copies, now())
  }
  await sweepFolder()
  // Does not wait for the bucket, because the site must start even while the bucket does not answer.
  void sweepBucket().catch(complain)
  const timer = setInterval(() => {
    void sweepFolder()
    void sweepBucket().catch(complain)
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
