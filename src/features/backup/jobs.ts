/** The jobs that make and prove backups: once a night of the ranch, however many processes there are, and when an admin asks. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { CopyStore } from '#platform/files/file-store.ts'
import type { JobFacts, JobResult, OutboxHandlers } from '#platform/outbox-worker.ts'
import { enqueue, enqueueAgain } from '#platform/outbox.ts'
import { nightlyRetry } from '#platform/schedule.ts'
import type { Services } from '#platform/services.ts'
import { rowsIn } from './archive.ts'
import type { MadeBackup } from './make-backup.ts'
import { ASKED_KEY, BACKUP_JOB, backupNight, isLeftover, isTooOld, madeAtOf } from './rules.ts'
import * as store from './store/backup-proofs.ts'

/** A site that was just started is being tried out, or has its first guests to serve. */
const SETTLED_MS = 30 * 60_000
/** The pause before a backup is made anew: one is there, and making it is work. */
const PATIENCE_MS = 60 * 60_000

interface Made {
  outcome: 'made'
  bytes: number
  rows: number
  files: number
  /** Problems that a restore of it beside the site found, where that was tried; none: it is proved. */
  problems: string[]
  /** Some of the problems are the bucket's, and may pass, so that another try is worth it. */
  again: boolean
}

/** The outcome of making a backup. `why`: a sentence for admins, without personal data. */
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

/** `file`: its name. `stopped`: the site is about to end. */
export type NightsBackup = (Made & { file: string }) | Exclude<BackupReport, Made> | { outcome: 'stopped' }

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
export function backupJobs(deps: BackupDeps): OutboxHandlers {
  const { db, now } = deps
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
    [BACKUP_JOB]: (payload, facts) =>
      'byHand' in payload ? makeAsked(deps, facts) : makeNightly(deps, String(payload['day']), facts),
  }
}

async function makeNightly(
  deps: BackupDeps,
  day: string,
  { attempt, stopping }: JobFacts,
): Promise<JobResult> {
  const { db, now, log, maker } = deps
  const known = await store.findBackupProof(db, day)
  // Once the next night has begun, that has a backup of its own.
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
 * Makes one that an admin asked for (R20.16). It removes no other: the night's good one stays, and the night's proof until
 * this one is proved. What comes to nothing is not tried again by itself, but told.
 */
async function makeAsked(deps: BackupDeps, { stopping }: JobFacts): Promise<JobResult> {
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

function proofOf(made: Extract<NightsBackup, { outcome: 'made' }>) {
  return { ...made, outcome: made.problems.length > 0 ? ('broken' as const) : ('proved' as const) }
}

/** An admin asks for a backup now. False: one is being made or about to be, and no other is. */
export const requestBackup = async (
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  by: Actor,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const at = now()
    if (await store.isBackupUnderWay(tx, at)) return false
    const job = { kind: BACKUP_JOB, payload: { byHand: 1 }, dedupeKey: ASKED_KEY, runAt: at }
    if (!(await enqueue(tx, job))) {
      // Of two presses at once the other one's is open by now.
      const before = await store.lockAskedBackup(tx)
      if (before?.doneAt === null && before.deadAt === null) return false
      await enqueueAgain(tx, job)
    }
    const entityId = (await store.findAskedBackup(tx))?.id ?? 0
    await recordAudit(tx, sealer, [{ ...by, action: 'backup.requested', entity: 'backup', entityId, at }])
    return true
  })

// Deletes from the folder of the backups those that are too old, and what killed processes have left.

/** Deletes those files, and gives their names. A folder that is not there holds nothing. Files of other names are never touched. */
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

/** Deletes the copies in a bucket that are too old, and gives their names. */
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
