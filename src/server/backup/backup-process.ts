/** A separate process with low priority, which makes and checks the nightly backup. */
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { type MadeBackup, makeBackup, PicturesUnread } from '#domain/desk/backup/make-backup.ts'
import { proveBackup } from '#domain/desk/backup/restore-backup.ts'
import { COPIES_FOLDER } from '#domain/desk/backup/rules.ts'
import { type BackupReport, madeReport, sweepCopies } from '#domain/desk/backup/jobs.ts'
import { openScratch } from '#platform/database/embedded.ts'
import { openSession, type Session } from '#platform/database/postgres.ts'
import { openCopyStore, openFileStore } from '#platform/files/file-store.ts'
import { failureMessage } from '#platform/log.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import type { Settings } from '#platform/settings.ts'
import { DDL as SANDBOX_DDL } from '#dev/stripe/store.ts'

/** The task that the site's process sends to the backup process. */
export interface BackupTask {
  /** The site's settings, with the data keys that the site uses. */
  settings: Settings & { dataKeys: string }
  /** The path of the backup file to write. */
  path: string
  madeAt: string
  /**
   * A folder with a copy of the embedded database. The backup process deletes it afterwards. Null for
   * PostgreSQL.
   */
  copy: string | null
  /** An empty folder for restoring the backup on trial. Null to skip this check. */
  proof: string | null
}

const LOWEST = 19

// Ends this process together with the site, because no other process would get its result. The next start of
// the site makes the backup again.
process.on('disconnect', () => process.exit(1))
process.on('message', (task: BackupTask) => {
  try {
    setPriority(LOWEST)
  } catch {
    // Ignores the error: if the system does not allow a lower priority, the process keeps its own.
  }
  void doBackupTask(task).then((report) => process.send?.(report, () => process.exit(0)))
})

/**
 * Runs one backup task and returns its report. The report says whether the task failed. Only finished files
 * are left.
 */
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

/**
 * Makes the backup. At night, a backup without pictures is better than none. If an operator's command asked
 * for the backup, any failure counts.
 */
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

/**
 * Restores the backup on trial into a temporary embedded database, even if the backup is of a PostgreSQL
 * database. So the trial needs no rights and no space on a database server.
 */
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

/**
 * Copies the backup to the bucket, if one is configured. The backup on this machine's disk would be lost
 * together with the machine.
 */
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
