/** Lets a process of its own make and prove a backup, so that the site serves on meanwhile. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BackupMaker, NightsBackup } from '../../capabilities/backup/jobs.ts'
import { backupName, partName } from '../../capabilities/backup/rules.ts'
import { sweepBackups } from '../../capabilities/backup/sweep.ts'
import { makeDataFolder } from '../../platform/data-folder.ts'
import type { OpenDatabase } from '../../platform/database/open.ts'
import type { Settings } from '../../platform/settings.ts'
import { failureWords } from './failure-words.ts'
import type { BackupReport, BackupTask } from './task.ts'

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))

export interface MakerDeps {
  settings: Settings & { dataKeys: string }
  copyTo: OpenDatabase['copyTo']
}

export function createBackupMaker({ settings, copyTo }: MakerDeps): BackupMaker {
  const { folder, given } = settings.backups

  async function make(madeAt: Date, stopping?: AbortSignal): Promise<NightsBackup> {
    // A folder of one's own that is not there is a disk that is not there.
    if (!given) makeDataFolder(folder)
    else if (!(await stat(folder).catch(() => null))?.isDirectory())
      return { outcome: 'failed', why: `BACKUP_DIR: there is no folder ${folder}.` }
    const file = backupName(madeAt)
    const working = join(folder, `.${file}.${randomBytes(4).toString('hex')}`)
    const copy = copyTo && `${working}.copy`
    const proof = `${working}.proof`
    try {
      if (copy) await copyTo(copy)
      const task = { settings, path: join(folder, file), madeAt: madeAt.toISOString(), copy, proof }
      const report = await doElsewhere(task, stopping)
      if (report === 'stopped') return { outcome: 'stopped' }
      if (!report.ok) return { outcome: 'failed', why: report.why }
      const { ok: _, ...facts } = report
      return { outcome: 'made', file, ...facts }
    } catch (error) {
      return { outcome: 'failed', why: failureWords(error) }
    } finally {
      // What a process that was stopped has left.
      for (const path of [copy, proof, join(folder, partName(file))])
        if (path) await rm(path, { recursive: true, force: true })
    }
  }

  return { make, sweep: (now) => sweepBackups(folder, now) }
}

/** `stopped`: the site is about to end. A process that dies without a word is told of as such. */
async function doElsewhere(task: BackupTask, stopping?: AbortSignal): Promise<BackupReport | 'stopped'> {
  if (stopping?.aborted) return 'stopped'
  const child = fork(CHILD, { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const stop = () => child.kill('SIGKILL')
  stopping?.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise((resolve) => {
      child.once('message', (report) => resolve(report as BackupReport))
      child.once('error', (error) => resolve({ ok: false, why: failureWords(error) }))
      child.once('exit', (status, signal) =>
        resolve(
          stopping?.aborted
            ? 'stopped'
            : { ok: false, why: `The process that makes it ended at once (${signal ?? status}).` },
        ),
      )
      child.send(task)
    })
  } finally {
    stopping?.removeEventListener('abort', stop)
  }
}
