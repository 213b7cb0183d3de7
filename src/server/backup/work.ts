/** Makes one backup and proves it: what the process does that the site starts at night, and the command by itself. */
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { type MadeBackup, makeBackup } from '../../capabilities/backup/make.ts'
import { proveBackup } from '../../capabilities/backup/prove.ts'
import { COPIES_FOLDER } from '../../capabilities/backup/rules.ts'
import { sweepCopies } from '../../capabilities/backup/sweep.ts'
import { openScratch } from '../../platform/database/scratch.ts'
import { openSession, type Session } from '../../platform/database/session.ts'
import { openCopyStore } from '../../platform/files/copy-store.ts'
import { openFileStore } from '../../platform/files/file-store.ts'
import { createSealer } from '../../platform/sealing.ts'
import { failureWords } from './failure-words.ts'
import { DDL as SANDBOX_DDL } from '../../sandbox/payments/tables.ts'
import type { BackupReport, BackupTask } from './task.ts'

/** What fails is told, with nothing left behind but what was finished. */
export async function doBackupTask(task: BackupTask): Promise<BackupReport> {
  try {
    const { manifest, bytes } = await make(task)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const problems = task.proof === null ? [] : [...(await prove(task, task.proof)), ...(await copy(task))]
    return { ok: true, bytes, rows, files: manifest.files.length, problems }
  } catch (error) {
    return { ok: false, why: failureWords(error) }
  }
}

async function make({ settings, path, madeAt, copy }: BackupTask): Promise<MadeBackup> {
  const files = await openFileStore(settings)
  const sealer = createSealer(settings.dataKeys)
  const { db, close } = await openSource(settings.database, copy)
  try {
    return await makeBackup({ db, files, sealer }, path, new Date(madeAt))
  } finally {
    await close()
    if (copy !== null) await rm(copy, { recursive: true, force: true })
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
    const { db, close } = await openScratch(folder)
    try {
      const sealer = createSealer(settings.dataKeys)
      return await proveBackup({ db, sealer, sandboxDdl: SANDBOX_DDL }, path)
    } finally {
      await close()
    }
  } catch (error) {
    return [`It could not be restored: ${failureWords(error)}`]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** To the bucket, where there is one: a disk is lost with its machine. */
async function copy({ settings, path, madeAt }: BackupTask): Promise<string[]> {
  try {
    const copies = await openCopyStore(settings.files, COPIES_FOLDER)
    if (copies === null) return []
    await copies.put(basename(path), path)
    await sweepCopies(copies, new Date(madeAt))
    return []
  } catch (error) {
    return [`It could not be copied to the bucket: ${failureWords(error)}`]
  }
}
