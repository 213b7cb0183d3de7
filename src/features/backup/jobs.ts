/** When a backup is made and proved: once a night of the ranch, however many processes there are. */
import { enqueue, type OutboxHandlers } from '#platform/outbox.ts'
import type { Services } from '#platform/services.ts'
import { backupNight, isLeftover, isTooOld, madeAtOf, triedAgainAt } from './rules.ts'
import { findBackupProof, writeBackupProof } from './store/backup-proofs.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyStore } from '#platform/files/file-store.ts'

/** The outbox kind of one night's backup; its payload is `{ day }`. */
export const BACKUP_JOB = 'backup.make'

/** A site that was just started is being tried out, or has its first guests to serve. */
const SETTLED_MS = 30 * 60_000
/** The pause before a backup is made anew: one is there, and making it is work. */
const PATIENCE_MS = 60 * 60_000

export type NightsBackup =
  | {
      outcome: 'made'
      /** The file's name, and its size in bytes. */
      file: string
      bytes: number
      rows: number
      files: number
      /** Problems that a restore of it beside the site found; none: it is proved. */
      problems: string[]
      /** Some problems may pass by themselves, so that another try is worth it. */
      again: boolean
    }
  /** `why`: a sentence for admins, without personal data. */
  | { outcome: 'failed'; why: string }
  | { outcome: 'stopped' }

/** Makes a backup and proves it, in a process of its own, and keeps the folder small. */
export interface BackupMaker {
  make(madeAt: Date, stopping?: AbortSignal): Promise<NightsBackup>
  /** Deletes backups that are too old. */
  sweep(now: Date): Promise<unknown>
  /** Deletes one that a better one of the same night has replaced; its file's name. */
  remove(file: string): Promise<unknown>
}

interface BackupDeps extends Pick<Services, 'db' | 'now' | 'log'> {
  maker: BackupMaker
}

/** The outbox handlers of this feature, in a process that begins now. */
export function backupJobs({ db, now, log, maker }: BackupDeps): OutboxHandlers {
  const settledAt = now().getTime() + SETTLED_MS
  return {
    // The backup is asked for at each tick, so a site that was down at night makes up for it.
    'tick.backup': async () => {
      if (now().getTime() < settledAt) return 'done'
      const day = backupNight(now())
      const dedupeKey = `${BACKUP_JOB}.${day}`
      await db.transaction((tx) =>
        enqueue(tx, { kind: BACKUP_JOB, payload: { day }, dedupeKey, runAt: now() }),
      )
      return 'done'
    },
    [BACKUP_JOB]: async (payload, { attempt, stopping }) => {
      const day = String(payload['day'])
      const known = await findBackupProof(db, day)
      // Once the next night has begun, that has a backup of its own.
      if (day !== backupNight(now()) || known?.outcome === 'proved') return 'done'
      const begun = now()
      await maker.sweep(begun)
      const made = await maker.make(begun, stopping)
      const ranAt = now()
      const seconds = Math.round((ranAt.getTime() - begun.getTime()) / 1000)
      if (made.outcome === 'stopped') return { retryAt: ranAt, reason: 'The site was stopped' }
      if (made.outcome === 'failed') {
        log.error({ day, why: made.why }, 'no backup could be made')
        await writeBackupProof(db, { day, ranAt, seconds, outcome: 'failed', problems: [made.why] })
        return { retryAt: triedAgainAt(attempt, ranAt), reason: made.why }
      }
      const { outcome: _, again, ...facts } = made
      const outcome = facts.problems.length > 0 ? 'broken' : 'proved'
      if (outcome === 'broken')
        log.error({ day, problems: facts.problems }, 'the backup cannot be relied upon')
      await writeBackupProof(db, { day, ranAt, seconds, outcome, ...facts })
      if (known?.file) await maker.remove(known.file)
      return again
        ? { retryAt: new Date(ranAt.getTime() + PATIENCE_MS), reason: facts.problems.join(' ') }
        : 'done'
    },
  }
}

// Deletes from the folder of the backups those that are too old, and what killed processes have left.

/** Deletes it, and gives the names. A folder that is not there holds nothing. Files of other names are never touched. */
export async function sweepBackups(folder: string, now: Date): Promise<string[]> {
  const gone: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const madeAt = madeAtOf(name)
    const goes = madeAt ? isTooOld(madeAt, now) : await isLeft(path, name, now)
    if (!goes) continue
    await rm(path, { recursive: true, force: true })
    gone.push(name)
  }
  return gone
}

/** The same among the copies in a bucket. */
export async function sweepCopies(copies: CopyStore, now: Date): Promise<string[]> {
  const gone: string[] = []
  for await (const name of copies.list()) {
    const madeAt = madeAtOf(name)
    if (!madeAt || !isTooOld(madeAt, now)) continue
    await copies.delete(name)
    gone.push(name)
  }
  return gone
}

async function isLeft(path: string, name: string, now: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && isLeftover(name, found.mtime, now)
}
