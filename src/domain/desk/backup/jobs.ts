/**
 * The jobs that make backups and test each by a trial restore: one per ranch night, however many processes run, and one
 * whenever an admin requests it.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { CopyStore } from '#platform/files/file-store.ts'
import { type Job, type JobFacts, type JobResult, job, nightlyRetry, periodicJob } from '#platform/job.ts'
import { enqueue, enqueueAgain } from '#platform/outbox.ts'
import type { Services } from '#platform/services.ts'
import { rowsIn } from './archive.ts'
import type { MadeBackup } from './make-backup.ts'
import { backupNight, isLeftover, isTooOld, madeAtOf, MAKE_BACKUP, REQUESTED_KEY } from './rules.ts'
import * as store from './store/backup-proofs.ts'

/**
 * The first backup starts this long after the site has started. Before that, the operator may only be trying the site
 * out, or guests may be waiting for pages.
 */
const SETTLED_MS = 30 * 60_000
/** How long to wait before the site repeats a backup that had problems. Making a backup is a lot of work. */
const PATIENCE_MS = 60 * 60_000

interface Made {
  outcome: 'made'
  bytes: number
  rows: number
  files: number
  /**
   * Problems that the trial restore found, and problems with a bucket (for pictures or for copies of
   * backups).
   */
  problems: string[]
  /** True if it is worth trying again later, because a bucket (for pictures or for copies of backups) had a problem. */
  again: boolean
}

/** The result of making a backup. `why` is a sentence for admins, without personal data. */
export type BackupReport = Made | { outcome: 'failed'; why: string }

export const madeReport = (
  { manifest, bytes }: MadeBackup,
  found: Pick<Made, 'problems' | 'again'>,
): BackupReport => ({
  outcome: 'made',
  bytes,
  rows: rowsIn(manifest),
  files: manifest.files.length,
  ...found,
})

/** The result of one backup. `file` is the name of the backup file. `stopped` means that the process is ending. */
export type BackupResult = (Made & { file: string }) | Exclude<BackupReport, Made> | { outcome: 'stopped' }

/** Makes a backup and tests it by a trial restore, in a separate process. Also deletes old backups. */
export interface BackupMaker {
  make(madeAt: Date, stopping?: AbortSignal): Promise<BackupResult>
  /** Deletes backups that are too old. */
  sweep(now: Date): Promise<unknown>
  /** Deletes the backup file with this name. A better backup of the same night replaces it. */
  remove(file: string): Promise<unknown>
}

export interface BackupDeps extends Pick<Services, 'db' | 'now' | 'log'> {
  maker: BackupMaker
}

/**
 * Enqueues the current night's backup. Runs in each time slot, so that a site that was down at night still makes its
 * backup.
 */
export function startBackupJob({ db, now }: Pick<BackupDeps, 'db' | 'now'>): Job {
  const settledAt = now().getTime() + SETTLED_MS
  return periodicJob('start-backup', async () => {
    if (now().getTime() < settledAt) return
    const day = backupNight(now())
    const dedupeKey = `backup.make.${day}`
    await db.transaction((tx) => enqueue(tx, MAKE_BACKUP, { input: { day }, dedupeKey, runAt: now() }))
  })
}

export const makeBackupJob = (deps: BackupDeps): Job =>
  job(MAKE_BACKUP, (input, facts) =>
    'byHand' in input ? makeRequested(deps, facts) : makeNightly(deps, input.day, facts),
  )

async function makeNightly(
  deps: BackupDeps,
  day: string,
  { attempt, stopping }: JobFacts,
): Promise<JobResult> {
  const { db, now, log, maker } = deps
  const known = await store.findBackupProof(db, day)
  // Once the next night has begun, only the next night's backup is made.
  if (day !== backupNight(now()) || known?.outcome === 'proved') return 'done'
  const { made, ...when } = await makeOne(deps, now(), stopping)
  const { ranAt } = when
  if (made.outcome === 'stopped') return stoppedAt(ranAt)
  if (made.outcome === 'failed') {
    log.error({ day, why: made.why }, 'no backup could be made')
    await store.writeBackupProof(db, { day, ...when, outcome: 'failed', problems: [made.why] })
    return { retryAt: nightlyRetry(attempt, ranAt), reason: made.why }
  }
  const { again, ...proof } = proofOf(made)
  if (proof.outcome === 'broken') log.error({ day, problems: proof.problems }, UNRELIABLE)
  await store.writeBackupProof(db, { day, ...when, ...proof })
  if (known?.file) await maker.remove(known.file)
  return again
    ? { retryAt: new Date(ranAt.getTime() + PATIENCE_MS), reason: proof.problems.join(' ') }
    : 'done'
}

/**
 * Makes a backup that an admin requested (R20.16), and deletes no other backup. Its result replaces the night's stored
 * result only if it is better. A failed backup is not retried automatically, but the admin sees the reason.
 */
async function makeRequested(deps: BackupDeps, { stopping }: JobFacts): Promise<JobResult> {
  const { db, now, log } = deps
  const begun = now()
  const { made, ...when } = await makeOne(deps, begun, stopping)
  if (made.outcome === 'stopped') return stoppedAt(when.ranAt)
  if (made.outcome === 'failed') {
    log.error({ why: made.why }, 'no backup could be made')
    return { giveUp: made.why }
  }
  const { again: _, ...proof } = proofOf(made)
  if (proof.outcome === 'broken') log.error({ problems: proof.problems }, UNRELIABLE)
  const kept = await store.writeBackupProof(db, { day: backupNight(begun), ...when, ...proof })
  return kept ? 'done' : { giveUp: proof.problems.join(' ') }
}

const UNRELIABLE = 'the backup cannot be relied upon'

const stoppedAt = (at: Date): JobResult => ({ retryAt: at, reason: 'The site was stopped' })

async function makeOne({ now, maker }: BackupDeps, begun: Date, stopping?: AbortSignal) {
  await maker.sweep(begun)
  const made = await maker.make(begun, stopping)
  const ranAt = now()
  return { made, ranAt, seconds: Math.round((ranAt.getTime() - begun.getTime()) / 1000) }
}

function proofOf(made: Extract<BackupResult, { outcome: 'made' }>) {
  return { ...made, outcome: made.problems.length > 0 ? ('broken' as const) : ('proved' as const) }
}

/** Requests a backup. Returns false if a backup is being made or about to start. */
export const requestBackup = async (
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  by: Actor,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const at = now()
    if (await store.isBackupInProgress(tx, at)) return false
    const requested = { input: { byHand: 1 }, dedupeKey: REQUESTED_KEY, runAt: at } as const
    if (!(await enqueue(tx, MAKE_BACKUP, requested))) {
      // Another simultaneous request may have created the same job by now.
      const before = await store.lockRequestedBackup(tx)
      if (before?.doneAt === null && before.deadAt === null) return false
      await enqueueAgain(tx, MAKE_BACKUP, requested)
    }
    const entityId = (await store.findRequestedBackup(tx))?.id ?? 0
    await recordAudit(tx, sealer, [{ ...by, action: 'backup.requested', entity: 'backup', entityId, at }])
    return true
  })

// Deletes backups that are too old, and files that killed processes have left.

/**
 * Deletes old backups and the files of killed processes in the folder, and returns their names. Never touches other
 * files. Returns nothing if the folder does not exist.
 */
export async function sweepBackups(folder: string, now: Date): Promise<string[]> {
  const gone: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const madeAt = madeAtOf(name)
    const isDeleted = madeAt ? isTooOld(madeAt, now) : await isLeftoverFile(path, name, now)
    if (!isDeleted) continue
    await rm(path, { recursive: true, force: true })
    gone.push(name)
  }
  return gone
}

/** Deletes the copies of backups in a bucket that are too old, and returns their names. */
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

async function isLeftoverFile(path: string, name: string, now: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && isLeftover(name, found.mtime, now)
}
