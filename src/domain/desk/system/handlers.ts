/** Handles the requests for the System page, and for making a backup. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { actorOf } from '#platform/audit.ts'
import { migrationState } from '#platform/database/migrate.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { listIntegrationProblems } from '#platform/integration-problems.ts'
import type { Job } from '#platform/job.ts'
import { failuresSince } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import {
  type BackupProofRow,
  findRequestedBackup,
  findLatestBackupProof,
  isBackupInProgress,
} from '../backup/store/backup-proofs.ts'
import { requestBackup } from '../backup/jobs.ts'
import { backupNight } from '#domain/desk/backup/rules.ts'
import { findLatestReconciliation } from '../reconciliation/store.ts'
import { reconciliationNight } from '#domain/desk/reconciliation/rules.ts'
import { backUpNow, lookAtSystem } from './contract.ts'
import { settingWarnings, stateWarnings } from './rules.ts'
import { countJobs, findBackupTime, findDatabaseVersion, listWork } from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'settings' | 'now'>

/** Creates the handlers of the System page. `jobs` are all jobs that this site runs. */
export function systemHandlers(deps: Deps, jobs: readonly Job[]): Bound[] {
  const { db, settings, now } = deps
  return [
    bind(lookAtSystem, async () => {
      const at = now()
      const since = failuresSince(at)
      const queue = await countJobs(db, at, since)
      const migrations = await migrationState(db)
      const backup = await findLatestBackupProof(db)
      const state = stateWarnings({
        now: at,
        nightly: settings.backups.nightly,
        backup: backup ?? null,
        backupAt: await findBackupTime(db),
        dead: queue.dead,
        oldestDue: queue.oldestDue === null ? null : new Date(queue.oldestDue),
        migrated: migrations.applied >= migrations.known,
      })
      return {
        at,
        warnings: [...settingWarnings(settings), ...state],
        outside: await listIntegrationProblems(db),
        site: { ...(await readVersion()), node: process.version, production: settings.production },
        process: processFacts(at),
        parts: describeParts(settings),
        database: { version: await findDatabaseVersion(db), migrations },
        queue,
        work: listAllKinds(jobs, await listWork(db, since)),
        backup: { nightly: settings.backups.nightly, night: backupNight(at), proof: backup ?? null },
        backupByHand: await readRequestedBackup(deps, backup),
        books: await readReconciliation(deps),
      }
    }),

    bind(backUpNow, async (_, { caller }) => {
      if (!settings.backups.nightly) return fail('off')
      return (await requestBackup(deps, actorOf(caller))) ? {} : fail('under_way')
    }),
  ]
}

function processFacts(at: Date) {
  const { rss, heapUsed } = process.memoryUsage()
  const startedAt = new Date(at.getTime() - Math.round(process.uptime() * 1000))
  return { startedAt, memory: rss, heap: heapUsed }
}

const describeParts = ({ database, files, payments, identity, mail }: Services['settings']) => ({
  database: database.kind,
  files: files.kind,
  payments: payments.kind,
  identity: identity.kind,
  mail: mail.kind,
})

/**
 * Returns all kinds of jobs, recurring ones first, then by name. Includes kinds that have never run, and kinds that
 * only an older version of the site had.
 */
function listAllKinds(jobs: readonly Job[], found: Awaited<ReturnType<typeof listWork>>) {
  const periodic = new Set(jobs.filter(({ isPeriodic }) => isPeriodic).map(({ kind }) => kind))
  const never = jobs
    .filter(({ kind }) => !found.some((row) => row.kind === kind))
    .map(({ kind }) => ({ kind, lastDoneAt: null, waiting: 0, retrying: 0, dead: 0 }))
  return [...found, ...never]
    .map((work) => ({ ...work, round: periodic.has(work.kind) }))
    .toSorted((one, other) => Number(other.round) - Number(one.round) || one.kind.localeCompare(other.kind))
}

async function readRequestedBackup({ db, now }: Deps, newest: BackupProofRow | undefined) {
  const { deadAt = null, lastError = null } = (await findRequestedBackup(db)) ?? {}
  const isUnseen = deadAt !== null && (newest === undefined || newest.ranAt <= deadAt)
  return {
    underWay: await isBackupInProgress(db, now()),
    failed: isUnseen ? { at: deadAt, why: lastError ?? '' } : null,
  }
}

async function readReconciliation({ db, now }: Deps) {
  const proof = await findLatestReconciliation(db)
  return {
    night: reconciliationNight(now()),
    proof: proof ? { ...proof, count: proof.differences.length } : null,
  }
}

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** Number of characters of a commit's hash that the System page shows. */
const SHORT = 9

/**
 * Returns the version from `package.json`, and the commit from the Git clone or the container image. The commit is
 * null if neither can be read. Throws if `package.json` is missing.
 */
export async function readVersion(root = ROOT): Promise<{ version: string; commit: string | null }> {
  const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { version: string }
  const commit = (await readText(root, 'COMMIT')) ?? (await commitOfClone(root))
  return { version, commit: commit && /^[0-9a-f]{7,64}$/.test(commit) ? commit.slice(0, SHORT) : null }
}

/**
 * Returns the current commit of a Git clone. `.git/HEAD` contains the commit or names a branch. The branch's commit
 * is in a file of its own or in `packed-refs`.
 */
async function commitOfClone(root: string): Promise<string | null> {
  const head = await readText(root, '.git/HEAD')
  const branch = head && /^ref: (refs\/\S+)$/.exec(head)?.[1]
  if (!branch) return head
  const packed = await readText(root, '.git/packed-refs')
  const line = packed?.split('\n').find((text) => text.endsWith(` ${branch}`))
  return (await readText(root, `.git/${branch}`)) ?? line?.split(' ')[0] ?? null
}

const readText = async (root: string, name: string): Promise<string | null> =>
  readFile(`${root}/${name}`, 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  )
