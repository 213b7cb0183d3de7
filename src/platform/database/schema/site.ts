/**
 * What the site records about itself: small facts, each with a name, and the results of two nightly checks.
 */
import { bigint, check, date, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant, oneOf } from './columns.ts'

/** Small facts about this installation, for example when sample data was added, or its random site id. */
export const siteFacts = pgTable('site_facts', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

/**
 * Results of the nightly comparison with the card provider. `unanswered`: the provider did not answer, so the
 * site tries again until the day ends.
 */
const PROOF_OUTCOMES = ['equal', 'different', 'unanswered'] as const

/**
 * A payment whose amount in our database differs from the card provider's, in cents. An amount is null if our
 * database or the provider lacks the payment. Contains ids only.
 */
export interface ProofDifference {
  /** The payment intent. For `ledger`: the row whose entries do not add up to it. */
  intentId: string
  /** `ledger`: `ours` is what the row or the provider's balance says, `theirs` what the ledger says. */
  what: 'received' | 'refunded' | 'disputed' | 'ledger'
  ours: number | null
  theirs: number | null
  reservationId: number | null
}

/** Results of the nightly check that the payments in the database equal the card provider's (R4.14). */
export const bookProofs = pgTable(
  'book_proofs',
  {
    id: serial('id').primaryKey(),
    /** The ranch day that began with the night of the check. There is one check per day. */
    day: date('day', { mode: 'string' }).notNull().unique(),
    ranAt: instant('ran_at').notNull(),
    outcome: text('outcome').$type<(typeof PROOF_OUTCOMES)[number]>().notNull(),
    /**
     * The number of compared payments. The next two columns are their totals in cents, by the site and by the
     * card provider.
     */
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

/**
 * Results of the nightly check of the backup. `proved`: the site restored the backup on trial and found no
 * problem. `broken`: the backup or its copy in a bucket has a problem. `failed`: the site could not make a
 * backup.
 */
const BACKUP_OUTCOMES = ['proved', 'broken', 'failed'] as const
export type BackupOutcome = (typeof BACKUP_OUTCOMES)[number]

/** Results of the nightly check that the backup can be restored (R20.8). */
export const backupProofs = pgTable(
  'backup_proofs',
  {
    id: serial('id').primaryKey(),
    /** The ranch day that began with the night of the backup. There is one backup per day. */
    day: date('day', { mode: 'string' }).notNull().unique(),
    ranAt: instant('ran_at').notNull(),
    outcome: text('outcome').$type<BackupOutcome>().notNull(),
    /**
     * The name of the backup's file (this column) and its size in bytes (the next column). Null if there is
     * no file.
     */
    file: text('file'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** The number of rows in the backup. The next column is the number of uploaded files. */
    rows: integer('row_count').notNull().default(0),
    files: integer('file_count').notNull().default(0),
    /** How many seconds it took to make and check the backup. */
    seconds: integer('seconds').notNull().default(0),
    /** What is wrong with the backup, one sentence per problem, without personal data. */
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
