/** The site's notes of itself: facts by name, and the two nightly proofs. */
import { bigint, check, date, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant, oneOf } from './columns.ts'

/** Facts about this installation: when sample data came in, its random site id. */
export const siteFacts = pgTable('site_facts', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

/** unanswered: the provider did not tell; tried again until the day ends. */
const PROOF_OUTCOMES = ['equal', 'different', 'unanswered'] as const

/** One payment about which the two disagree, in cents; null where one side knows nothing. Ids only, no personal data. */
export interface ProofDifference {
  intentId: string
  what: 'received' | 'refunded' | 'disputed'
  ours: number | null
  theirs: number | null
  reservationId: number | null
}

/** The nightly proof that the books are equal to the provider's (R4.14). */
export const bookProofs = pgTable(
  'book_proofs',
  {
    id: serial('id').primaryKey(),
    /** The night, as the ranch's day that began with it: one proof each. */
    day: date('day', { mode: 'string' }).notNull().unique(),
    ranAt: instant('ran_at').notNull(),
    outcome: text('outcome').$type<(typeof PROOF_OUTCOMES)[number]>().notNull(),
    /** The number of payments that were compared, and their sums in cents by each side. */
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

/** proved: made, restored beside the site, and equal; broken: made, but not equal; failed: none could be made. */
const BACKUP_OUTCOMES = ['proved', 'broken', 'failed'] as const
export type BackupOutcome = (typeof BACKUP_OUTCOMES)[number]

/** The nightly proof that the backup can be restored (R20.8). */
export const backupProofs = pgTable(
  'backup_proofs',
  {
    id: serial('id').primaryKey(),
    /** The night, as the ranch's day that began with it: one backup each. */
    day: date('day', { mode: 'string' }).notNull().unique(),
    ranAt: instant('ran_at').notNull(),
    outcome: text('outcome').$type<BackupOutcome>().notNull(),
    /** The name of its file, and its size in bytes; null: there is none. */
    file: text('file'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** The numbers of rows and uploaded files in it. */
    rows: integer('row_count').notNull().default(0),
    files: integer('file_count').notNull().default(0),
    /** The time that making and proving it took together. */
    seconds: integer('seconds').notNull().default(0),
    /** Problems, a sentence each, without personal data. */
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
