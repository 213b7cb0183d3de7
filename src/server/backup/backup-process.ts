/** The process that makes and proves a night's backup, behind everything else the machine has to do. */
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { type MadeBackup, makeBackup, PicturesUnread } from '#features/backup/make-backup.ts'
import { proveBackup } from '#features/backup/restore-backup.ts'
import { COPIES_FOLDER } from '#features/backup/rules.ts'
import { type BackupReport, madeReport, sweepCopies } from '#features/backup/jobs.ts'
import { openScratch } from '#platform/database/embedded.ts'
import { openSession, type Session } from '#platform/database/postgres.ts'
import { openCopyStore, openFileStore } from '#platform/files/file-store.ts'
import { failureMessage } from '#platform/log.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import type { Settings } from '#platform/settings.ts'
import { DDL as SANDBOX_DDL } from '#sandbox/payments/store.ts'

/** The task as the site tells it to this process. */
export interface BackupTask {
  /** The settings with the keys that are in use. */
  settings: Settings & { dataKeys: string }
  /** The path that the backup is written to. */
  path: string
  madeAt: string
  /** A copy of the embedded database, which is removed; null: PostgreSQL. */
  copy: string | null
  /** An empty folder in which the backup is restored and looked at; null: it is not. */
  proof: string | null
}

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

/** Does one backup task. A failure is told, with nothing left behind but what was finished. */
async function doBackupTask(task: BackupTask): Promise<BackupReport> {
  try {
    const { unread, ...made } = await make(task)
    const ofBucket = [...unread, ...(task.proof === null ? [] : await copy(task))]
    const found = task.proof === null ? [] : await prove(task, task.proof)
    return madeReport(made, { problems: [...found, ...ofBucket], again: ofBucket.length > 0 })
  } catch (error) {
    return { outcome: 'failed', why: failureMessage(error) }
  }
}

/** Makes the backup. At night one without the pictures is better than none; whoever orders one hears of what fails. */
async function make({
  settings,
  path,
  madeAt,
  copy,
  proof,
}: BackupTask): Promise<MadeBackup & { unread: string[] }> {
  await using ends = new AsyncDisposableStack()
  if (copy !== null) ends.defer(() => rm(copy, { recursive: true, force: true }))
  const files = await openFileStore(settings)
  const sealer = createSealer(settings.dataKeys)
  const { db } = ends.use(await openSource(settings.database, copy))
  const at = new Date(madeAt)
  try {
    return { ...(await makeBackup({ db, files, sealer }, path, at)), unread: [] }
  } catch (error) {
    if (!(error instanceof PicturesUnread) || proof === null) throw error
    const unread = [`The uploaded pictures could not be read, and are not in it: ${failureMessage(error)}`]
    return { ...(await makeBackup({ db, files: null, sealer }, path, at)), unread }
  }
}

async function openSource(
  database: BackupTask['settings']['database'],
  copy: string | null,
): Promise<Session> {
  if (copy !== null) return openScratch(copy)
  if (database.kind === 'postgres') return openSession(database.url)
  throw new Error('The embedded database is read from a copy')
}

/** Into an embedded database, whichever the backup came from: it needs no rights and no room on a server. */
async function prove({ settings, path }: BackupTask, folder: string): Promise<string[]> {
  try {
    await using scratch = await openScratch(folder)
    const sealer = createSealer(settings.dataKeys)
    return await proveBackup({ db: scratch.db, sealer, sandboxDdl: SANDBOX_DDL }, path)
  } catch (error) {
    return [`It could not be restored: ${failureMessage(error)}`]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies the backup to the bucket, where there is one: a disk is lost with its machine. */
async function copy({ settings, path, madeAt }: BackupTask): Promise<string[]> {
  const copies = await openCopyStore(settings.files, COPIES_FOLDER)
  if (copies === null) return []
  return [
    ...(await problemOf('It lies on this machine alone, and could not be copied to the bucket', () =>
      copies.put(basename(path), path),
    )),
    ...(await problemOf('What is too old in the bucket could not be deleted', () =>
      sweepCopies(copies, new Date(madeAt)),
    )),
  ]
}

async function problemOf(what: string, work: () => Promise<unknown>): Promise<string[]> {
  try {
    await work()
    return []
  } catch (error) {
    return [`${what}: ${failureMessage(error)}`]
  }
}
