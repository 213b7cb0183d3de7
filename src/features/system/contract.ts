/** The state of the site itself, for its operator. Counts, times and kinds; no secret and nobody's data. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantText } from '#shared/fields.ts'
import { integrationProblem } from '#shared/integration-problems.ts'
import { backupFacts, backupProof, booksFacts } from '#features/today/contract.ts'
import { WARNING_CODES } from './rules.ts'

const work = z.object({
  kind: z.string(),
  /** The job comes round by the clock. */
  round: z.boolean(),
  /** The time when one of it was last done; null: not that anybody remembers. */
  lastDoneAt: instantText().nullable(),
  waiting: z.int(),
  /** The waiting ones that have failed at least once. */
  retrying: z.int(),
  /** Given up in the last 30 days. */
  dead: z.int(),
})
export type Work = z.output<typeof work>

const system = z.object({
  at: instantText(),
  warnings: z.array(z.enum(WARNING_CODES)),
  /** Problems in the set-up of the services outside, the oldest first. */
  outside: z.array(integrationProblem),
  site: z.object({
    version: z.string(),
    /** The start of the commit's name; null when nobody wrote it down. */
    commit: z.string().nullable(),
    node: z.string(),
    production: z.boolean(),
  }),
  /** The process that answered; memory in bytes. */
  process: z.object({ startedAt: instantText(), memory: z.int(), heap: z.int() }),
  /** Which part of the world outside each is. */
  parts: z.object({
    database: z.enum(['embedded', 'postgres']),
    files: z.enum(['disk', 's3']),
    payments: z.enum(['sandbox', 'stripe']),
    identity: z.enum(['sandbox', 'oidc']),
    mail: z.enum(['captured', 'smtp']),
  }),
  database: z.object({
    version: z.string(),
    /** `known`: to this code. `newest`: the name of its last one. */
    migrations: z.object({ applied: z.int(), known: z.int(), newest: z.string().nullable() }),
  }),
  queue: z.object({
    due: z.int(),
    /** Due later. */
    waiting: z.int(),
    dead: z.int(),
    oldestDue: instantText().nullable(),
  }),
  work: z.array(work),
  /** As on the morning page, with its size; `bytes` is null when none could be made. */
  backup: backupFacts.extend({
    proof: backupProof.extend({ bytes: z.int().nullable(), files: z.int(), seconds: z.int() }).nullable(),
  }),
  /** Making one at once, by hand. */
  backupByHand: z.object({
    /** One is being made, or about to be. */
    underWay: z.boolean(),
    /** The last that was asked for came to nothing, and there is none since: when, and why in a sentence. */
    failed: z.object({ at: instantText(), why: z.string() }).nullable(),
  }),
  books: booksFacts,
})
export type System = z.output<typeof system>

export const lookAtSystem = endpoint({
  name: 'system.look',
  route: 'GET auth/system',
  summary:
    'The state of the site itself: versions, background work, the last backup and its test, what is a sandbox, and what needs attention',
  access: 'admin',
  reply: system,
})

export const backUpNow = endpoint({
  name: 'system.backUpNow',
  route: 'POST auth/system/backup',
  summary:
    'Makes a backup now and tests it, as the site does every night; `auth/system` tells when it is done',
  access: 'admin',
  failures: {
    off: 'Backups are switched off on this site.',
    under_way: 'A backup is being made already. This page shows when it is done.',
  },
})
