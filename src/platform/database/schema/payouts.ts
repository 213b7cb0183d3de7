/** The card provider's balance as it tells it, to tick off the bank statement (R40): what moved, and in which payouts it came. */
import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Money that the provider sent to the bank, or took from it. */
export const payouts = pgTable(
  'payouts',
  {
    /** The provider's id (`po_…`). */
    id: text('id').primaryKey(),
    /** Cents; below zero it was taken from the bank. */
    amount: integer('amount').notNull(),
    /** The provider's word: pending, in_transit, paid, failed, canceled. */
    status: text('status').notNull(),
    /** When it left the balance. */
    createdAt: instant('created_at').notNull(),
    /** The bank's day on which it arrives. */
    arrival: date('arrival', { mode: 'string' }).notNull(),
    /** The bank's number for it, where it tells one. */
    traceId: text('trace_id'),
    /** Asked for by somebody, not by schedule: then the provider does not tell what it was made of. */
    manual: boolean('manual').notNull(),
    /** What it was made of has been read to the end. */
    complete: boolean('complete').notNull().default(false),
  },
  (table) => [
    index('payouts_by_arrival').on(table.arrival),
    index('payouts_unread')
      .on(table.id)
      .where(sql`not complete`),
  ],
)

/** Money that moved in the provider's balance. Ids and sums alone: the books outlive all that names a guest. */
export const balanceTransactions = pgTable(
  'balance_transactions',
  {
    /** The provider's id (`txn_…`). */
    id: text('id').primaryKey(),
    /** The payout in which it came, itself also for that one's own; null: in none yet, or the provider does not tell. */
    payoutId: text('payout_id').references(() => payouts.id),
    /** The provider's words for what it is: `charge`, `refund`, `adjustment`, `payout` and many more; of a dispute the category tells. */
    type: text('type').notNull(),
    category: text('category').notNull(),
    /** Cents, below zero where money left; the provider's fee is apart. */
    amount: integer('amount').notNull(),
    fee: integer('fee').notNull(),
    createdAt: instant('created_at').notNull(),
    /** From when it can be paid out. */
    availableAt: instant('available_at').notNull(),
    /** What it comes from: a charge, refund, dispute or payout of the provider's. */
    sourceId: text('source_id'),
    /** The intent that it belongs to, ours or not; null: none, or it was not told. */
    intentId: text('intent_id'),
  },
  (table) => [
    index('balance_transactions_by_day').on(table.createdAt),
    index('balance_transactions_by_payout').on(table.payoutId),
    index('balance_transactions_by_intent').on(table.intentId),
  ],
)
