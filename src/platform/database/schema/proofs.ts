/** The nightly proof that the books are equal to the provider's (RELIABILITY 13): what was compared, and what differs. */
import { sql } from 'drizzle-orm'
import { check, date, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant, oneOf } from './columns.ts'

/** unanswered: the provider did not tell; tried again until the day ends. */
const PROOF_OUTCOMES = ['equal', 'different', 'unanswered'] as const
export type ProofOutcome = (typeof PROOF_OUTCOMES)[number]

/** One payment about which the two disagree, in cents; null where one side knows nothing. Ids only, no personal data. */
export interface ProofDifference {
  intentId: string
  what: 'received' | 'refunded' | 'disputed'
  ours: number | null
  theirs: number | null
  reservationId: number | null
}

export const bookProofs = pgTable(
  'book_proofs',
  {
    id: serial('id').primaryKey(),
    /** The night, as the ranch's day that began with it: one proof each. */
    day: date('day', { mode: 'string' }).notNull().unique(),
    ranAt: instant('ran_at').notNull(),
    outcome: text('outcome').$type<ProofOutcome>().notNull(),
    /** How many payments were compared, and their sums in cents by each side. */
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
