/** The site's records about itself: facts with a name, and the results of two nightly checks. */
import { bigint, check, date, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant, oneOf } from './columns.ts'

/** Facts about this installation, for example when sample data was added, or its random site id. */
export const siteFacts = pgTable('site_facts', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

/** unanswered: the provider did not answer. The check is tried again until the day ends. */
const PROOF_OUTCOMES = ['equal', 'different', 'unanswered'] as const

/**
 * One payment whose amounts are not the same on both sides, in cents. An amount is null if that side does not know
 * the payment. Contains only ids, no personal data.
 */
export interface ProofDifference {
  intentId: string
  what: 'received' | 'refunded' | 'disputed'
  ours: number | null
  theirs: number | null
  reservationId: number | null
}

/** Results of the nightly check that the payments in the database equal the provider's (R4.14). */
export const bookProofs = pgTable(
  'book_proofs',
  {
    id: serial('id').primaryKey(),
    /** The day, at the ranch, that began with this night. One check per day. */
    day: date('day', { mode: 'string' }).notNull().unique(),
    ranAt: instant('ran_at').notNull(),
    outcome: text('outcome').$type<(typeof PROOF_OUTCOMES)[number]>().notNull(),
    /** Number of compared payments (this column), and their totals in cents on each side (the next ones). */
    payments: integer('payments').notNull().default(0),
    ours: jsonb('ours').$type<{ received: number; refunded: number }>().notNull(),
    theirs: jsonb('theirs').$type<{ received: number; refunded: number }>().notNull(),
    differences: jsonb('differences').$type<ProofDifference[]>().notNull().default([]),
  },
  () => [
    oneOf('book_proofs_outcome', 'outcome', PROOF_OUTCOMES),
    check('book_proofs_differences', sql`(outcome = 'different') = (jsonb_array_length(differences) > 0)`),
  ],
)

/** proved: made, restored on trial, and equal to the original. broken: made, but not equal. failed: not made. */
const BACKUP_OUTCOMES = ['proved', 'broken', 'failed'] as const
export type BackupOutcome = (typeof BACKUP_OUTCOMES)[number]

/** Results of the nightly check that the backup can be restored (R20.8). */
export const backupProofs = pgTable(
  'backup_proofs',
  {
    id: serial('id').primaryKey(),
    /** The day, at the ranch, that began with this night. One backup per day. */
    day: date('day', { mode: 'string' }).notNull().unique(),
    ranAt: instant('ran_at').notNull(),
    outcome: text('outcome').$type<BackupOutcome>().notNull(),
    /** Name of its file, and its size in bytes; null if there is no file. */
    file: text('file'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** Numbers of rows and uploaded files in it. */
    rows: integer('row_count').notNull().default(0),
    files: integer('file_count').notNull().default(0),
    /** Seconds that making and checking took. */
    seconds: integer('seconds').notNull().default(0),
    /** What is wrong, one sentence per problem, without personal data. */
    problems: jsonb('problems').$type<string[]>().notNull().default([]),
  },
  () => [
    oneOf('backup_proofs_outcome', 'outcome', BACKUP_OUTCOMES),
    check('backup_proofs_problems', sql`(outcome = 'proved') = (jsonb_array_length(problems) = 0)`),
    check(
      'backup_proofs_file',
      sql`(outcome = 'failed') = (file is null) and (file is null) = (bytes is null)`,
    ),
  ],
)
