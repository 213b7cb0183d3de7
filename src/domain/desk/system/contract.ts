/**
 * The API endpoints of the System page for the site's operator. They return counts, times and kinds of jobs, but no
 * secrets and no personal data.
 */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantText } from '#shared/fields.ts'
import { integrationProblem } from '#shared/integration-problems.ts'
import { backupFacts, backupProof, booksFacts } from '#domain/desk/today/contract.ts'
import { WARNING_CODES } from './rules.ts'

const work = z.object({
  kind: z.string(),
  /** True if jobs of this kind recur on a schedule. */
  round: z.boolean(),
  /** When a job of this kind last finished. Null if none is recorded. */
  lastDoneAt: instantText().nullable(),
  waiting: z.int(),
  retrying: z.int(),
  /** Number of jobs of this kind that failed permanently in the last 30 days. */
  dead: z.int(),
})
export type Work = z.output<typeof work>

const system = z.object({
  at: instantText(),
  warnings: z.array(z.enum(WARNING_CODES)),
  /** Problems in the setup of outside services, the oldest first. */
  outside: z.array(integrationProblem),
  site: z.object({
    version: z.string(),
    /** The first characters of the commit's hash. Null if it is unknown. */
    commit: z.string().nullable(),
    node: z.string(),
    production: z.boolean(),
  }),
  /** The process that sent this reply. `memory` and `heap` are in bytes. */
  process: z.object({ startedAt: instantText(), memory: z.int(), heap: z.int() }),
  /** For each outside service, whether the site uses the real one or a sandbox. */
  parts: z.object({
    database: z.enum(['embedded', 'postgres']),
    files: z.enum(['disk', 's3']),
    payments: z.enum(['sandbox', 'stripe']),
    identity: z.enum(['sandbox', 'oidc']),
    mail: z.enum(['captured', 'smtp']),
  }),
  database: z.object({
    version: z.string(),
    /**
     * Migrations of the database schema. The database has `applied` of them, and this version of the code has
     * `known`. `newest` is the name of the last one in the code.
     */
    migrations: z.object({ applied: z.int(), known: z.int(), newest: z.string().nullable() }),
  }),
  queue: z.object({
    due: z.int(),
    /** Number of jobs that are scheduled for a later time. */
    waiting: z.int(),
    dead: z.int(),
    oldestDue: instantText().nullable(),
  }),
  work: z.array(work),
  /**
   * What the Today page shows of the newest nightly backup, plus its size. `bytes` is null if the backup could not be
   * made.
   */
  backup: backupFacts.extend({
    proof: backupProof.extend({ bytes: z.int().nullable(), files: z.int(), seconds: z.int() }).nullable(),
  }),
  backupByHand: z.object({
    /** True while a backup is being made or about to start. */
    underWay: z.boolean(),
    /**
     * When and why the last backup that an admin requested failed. Null if it succeeded, or if a newer backup exists.
     */
    failed: z.object({ at: instantText(), why: z.string() }).nullable(),
  }),
  books: booksFacts,
})
export type System = z.output<typeof system>

export const lookAtSystem = endpoint({
  name: 'system.look',
  route: 'GET auth/system',
  summary:
    'Returns the state of the site itself for its operator: versions, jobs, the last backup and its test, which outside services are replaced by sandboxes, and warnings',
  needs: 'settings.edit',
  reply: system,
})

export const backUpNow = endpoint({
  name: 'system.backUpNow',
  route: 'POST auth/system/backup',
  summary:
    'Starts a backup now and tests it, as the site does every night. `GET auth/system` returns its progress. Fails if backups are switched off, or if one is already being made',
  needs: 'settings.edit',
  failures: {
    off: 'Backups are switched off on this site.',
    under_way: 'The site is already making a backup. This page shows when it is done.',
  },
})
