/**
 * The ledger: an append-only double-entry record of all money (R49, docs/decisions/0105). Entries name reservations
 * and events by number and never reference their rows, because the record outlives deleted guests. Triggers of
 * migration 0044 refuse every update and delete, entries that do not balance, and entries in a closed month.
 */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, oneOf, words } from './columns.ts'

/**
 * The accounts, in the order in which reports list them.
 * - `stripe_balance`, `undeposited` (cash and checks in hand) and `bank` are the venue's money.
 * - `guest_deposits` is money that the venue owes as stays, `refunds_payable` money that it owes as refunds.
 * - `disputes` is money that banks have withdrawn and not returned.
 */
export const ACCOUNTS = [
  'stripe_balance',
  'undeposited',
  'bank',
  'guest_deposits',
  'refunds_payable',
  'tax_payable',
  'retreat_income',
  'cancellation_income',
  'fees',
  'disputes',
  'other',
] as const
export type Account = (typeof ACCOUNTS)[number]

/**
 * What an entry was posted for, together with `sourceId`. `payment` and `hand` are rows of `payments` (by card, and
 * by hand), `stay`, `cancellation` and `move` are reservations, `payout` and `dispute` are transactions in the card
 * provider's balance, `adjustment` is an admin's own entry or another transaction of the provider.
 */
export const LEDGER_SOURCES = [
  'payment',
  'hand',
  'refund',
  'dispute',
  'payout',
  'cancellation',
  'stay',
  'move',
  'deposit_slip',
  'adjustment',
] as const
export type LedgerSource = (typeof LEDGER_SOURCES)[number]

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    /** The number of the entry in exports. Numbers rise, but some may be missing. */
    id: serial('id').primaryKey(),
    /** The ranch day on which reports count the entry. Never in a month that was closed before. */
    postedOn: date('posted_on', { mode: 'string' }).notNull(),
    /** When it really happened. */
    occurredAt: instant('occurred_at').notNull(),
    /** What happened, as reports name it: `payment`, `fee`, `refund_made` and so on (`money/ledger/domain/entries.ts`). */
    kind: text('kind').notNull(),
    source: text('source').$type<LedgerSource>().notNull(),
    sourceId: text('source_id').notNull(),
    /** Number of the entry among those of its source, from 1 on. Makes posting twice impossible. */
    step: smallint('step').notNull(),
    /** The entry that this one cancels out. */
    reverses: integer('reverses').references((): AnyPgColumn => ledgerEntries.id),
    /** Words of an admin for an adjustment. Never names a guest. */
    memo: words('memo'),
    /** Number of lines. The database accepts exactly that many. */
    lineCount: smallint('line_count').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ledger_entries_once').on(table.source, table.sourceId, table.step),
    index('ledger_entries_by_day').on(table.postedOn, table.id),
    index('ledger_entries_reversing')
      .on(table.reverses)
      .where(sql`reverses is not null`),
    oneOf('ledger_entries_source', 'source', LEDGER_SOURCES),
    check('ledger_entries_lines', sql`line_count >= 2`),
    check('ledger_entries_memo', sql`char_length(memo) <= 200`),
  ],
)

export const ledgerLines = pgTable(
  'ledger_lines',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => ledgerEntries.id),
    /** Place of the line in its entry, from 0 on. */
    position: smallint('position').notNull(),
    account: text('account').$type<Account>().notNull(),
    /** Cents. Above zero is a debit, below zero a credit. The lines of an entry add up to zero. */
    amount: integer('amount').notNull(),
    /** The guest whose money it is, by reservation number. Null if it is no guest's. */
    reservationId: integer('reservation_id'),
    /** The event for which the money was paid. */
    eventId: integer('event_id'),
    /** For `tax_payable`: the tax. */
    taxId: integer('tax_id'),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.position] }),
    index('ledger_lines_by_reservation').on(table.reservationId),
    index('ledger_lines_by_event').on(table.eventId),
    // Today adds up the refunds that are owed, among the lines of many years.
    index('ledger_lines_of_refunds')
      .on(table.amount)
      .where(sql`account = 'refunds_payable'`),
    oneOf('ledger_lines_account', 'account', ACCOUNTS),
    check('ledger_lines_amount', sql`amount <> 0`),
  ],
)

/** The months that an admin has closed. No entry can be posted in a closed month, and none can be reopened. */
export const ledgerClosings = pgTable(
  'ledger_closings',
  {
    /** The closed month, `yyyy-mm`. All earlier months are closed with it. */
    month: text('month').primaryKey(),
    closedAt: instant('closed_at').notNull(),
  },
  () => [check('ledger_closings_month', sql`month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`)],
)

/** The files of closed months, as they were first exported. Every later export returns the same bytes. */
export const ledgerExports = pgTable(
  'ledger_exports',
  {
    month: text('month')
      .notNull()
      .references(() => ledgerClosings.month),
    form: text('form').notNull(),
    content: text('content').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.form] })],
)
