/**
 * Payments and refunds (R2.7), and what the provider tells of them, with its balance and payouts (R40): the books, which outlive all
 * that names a guest. And the cards that are kept to pay with, which do not.
 */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { invoices, paymentIntents, reservations } from './booking.ts'
import { instant, oneOf } from './columns.ts'

/** The ways by which money comes: by card, or by hand. Words of ours alone, since the books outlive all that names a guest. */
const PAYMENT_METHODS = ['card', 'cash', 'check', 'transfer', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Money that arrived. Rows outlive their invoice and reservation, for the books; they hold no personal data. */
export const payments = pgTable(
  'payments',
  {
    id: serial('id').primaryKey(),
    /** Null when the money has no invoice (then it is refunded in full). */
    invoiceId: integer('invoice_id')
      .unique()
      .references(() => invoices.id, { onDelete: 'set null' }),
    reservationId: integer('reservation_id').references(() => reservations.id, { onDelete: 'set null' }),
    /** The guest who paid it before somebody else paid for the party, and is refunded still; null: the one with whom it stands. */
    paidBy: integer('paid_by').references(() => reservations.id, { onDelete: 'set null' }),
    method: text('method').$type<PaymentMethod>().notNull(),
    amount: integer('amount').notNull(),
    intentId: text('intent_id')
      .unique()
      .references(() => paymentIntents.id),
    chargeId: text('charge_id'),
    /** With what it was paid, as books and receipts say it: `Visa 4242`, `Apple Pay (Visa 4242)`. Null: not told; the purge empties it. */
    card: text('card'),
    /** The charge's own fee in cents; null until the provider tells. */
    fee: integer('fee'),
    /** Read by the version before this one while both run, and by nothing else: `withdrawn` tells. */
    disputed: boolean('disputed').notNull().default(false),
    /** Cents that disputes hold at present: what the balance transactions of all of them took, less what came back. */
    withdrawn: integer('withdrawn').notNull().default(0),
    paidAt: instant('paid_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('payments_by_reservation').on(table.reservationId),
    index('payments_by_day').on(table.paidAt),
    check('payments_amount', sql`amount > 0`),
    check('payments_withdrawn', sql`withdrawn >= 0`),
    oneOf('payments_method', 'method', PAYMENT_METHODS),
    check('payments_card', sql`(method = 'card') = (intent_id is not null)`),
    check('payments_card_words', sql`card is null or (method = 'card' and char_length(card) <= 60)`),
  ],
)

/** requested: to be asked of the provider; owed: to be refunded by hand, outside of the provider. */
const REFUND_STATUSES = ['requested', 'succeeded', 'failed', 'owed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** A refund is a row first; its key travels in the provider's metadata, so a retry finds what it already did. */
export const refunds = pgTable(
  'refunds',
  {
    id: serial('id').primaryKey(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The cause's key, e.g. `late:17`: one row per cause. */
    key: text('key').notNull().unique(),
    amount: integer('amount').notNull(),
    /** Cents of `amount` that returned what was paid beyond the total when the refund was decided; `reason` is why the rest was refunded (R3.11). */
    overpayment: integer('overpayment').notNull().default(0),
    /** Why, as a word: `late`, `duplicate`, `orphan`, `provider`, `cancelled`, `retreat-cancelled`, `admin`. */
    reason: text('reason').notNull(),
    /** By hand, not through the provider: owed until an admin notes that it was given. */
    byHand: boolean('by_hand').notNull().default(false),
    status: text('status').$type<RefundStatus>().notNull().default('requested'),
    providerRefundId: text('provider_refund_id').unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('refunds_by_payment').on(table.paymentId),
    oneOf('refunds_status', 'status', REFUND_STATUSES),
    check('refunds_amount', sql`amount > 0`),
    check('refunds_overpayment', sql`overpayment between 0 and amount`),
    check('refunds_done', sql`by_hand or status <> 'succeeded' or provider_refund_id is not null`),
    check(
      'refunds_by_hand',
      sql`case when by_hand then status in ('owed', 'succeeded') and provider_refund_id is null else status <> 'owed' end`,
    ),
    index('refunds_owed')
      .on(table.id)
      .where(sql`status = 'owed'`),
  ],
)

/** Of a party: for whom an overpayment was paid that a refund returned (R3.12). What no line names is everybody's. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: integer('refund_id')
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    amount: integer('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.reservationId] }),
    index('refund_lines_by_reservation').on(table.reservationId),
    check('refund_lines_amount', sql`amount > 0`),
  ],
)

/** Webhooks received, by the provider's event id. Their bodies are never kept: the intent is fetched again. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The intent that the event is about, if any. */
    intentId: text('intent_id'),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (table) => [
    // Declined cards are counted, of the last hours alone.
    index('webhook_events_declines')
      .on(table.receivedAt)
      .where(sql`type = 'payment_intent.payment_failed'`),
  ],
)

// The card provider's balance as it tells it, to tick off the bank statement (R40).

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
    /** Its balance transactions have been read to the end. */
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
    /** Its source: a charge, refund, dispute or payout of the provider's. */
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

// Cards that guests let the card provider keep for the rest of what they owe, and what was charged to them (R42).

/** One for each reservation at most. The card's own number is the provider's alone. */
export const keptCards = pgTable(
  'kept_cards',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /** The provider's ids (`cus_…`, `pm_…`) and the card in words (`Visa 4242`); null: it is kept no more. */
    customer: text('customer'),
    paymentMethod: text('payment_method'),
    card: text('card'),
    /** The card's last month (`2027-05`), as the payment told with which it was kept; null: not told, or kept no more. */
    expires: text('expires'),
    /** Evidence: which words the guest agreed to, and when. */
    consentVersion: text('consent_version').notNull(),
    consentAt: instant('consent_at').notNull(),
    /** When it ended: withdrawn by the guest, not needed any more, or purged. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    check('kept_cards_expires', sql`expires is null or (customer is not null and expires like '____-__')`),
    index('kept_cards_standing')
      .on(table.reservationId)
      .where(sql`ended_at is null`),
    check(
      'kept_cards_whole',
      sql`(ended_at is null) = (customer is not null) and (customer is null) = (payment_method is null) and (customer is not null or card is null)`,
    ),
  ],
)

/**
 * planned: announced to the guest; charging: asked of the provider, whose answer is not known yet; declined: by the bank;
 * needs_guest: the bank asks for the cardholder, so it is never tried again; stopped: no more wanted, or not to be known.
 */
export const CHARGE_STATUSES = [
  'planned',
  'charging',
  'succeeded',
  'declined',
  'needs_guest',
  'stopped',
] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/** Each attempt to charge a kept card: a row before it is an intent. */
export const cardCharges = pgTable(
  'card_charges',
  {
    id: serial('id').primaryKey(),
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 of this invoice. */
    attempt: integer('attempt').notNull(),
    /** Cents, as the guest was told. */
    amount: integer('amount').notNull(),
    /** The ranch day on which it is charged, from 9:00. */
    chargeOn: date('charge_on', { mode: 'string' }).notNull(),
    status: text('status').$type<ChargeStatus>().notNull().default('planned'),
    /** The intent that came of it; null: none yet, or it is not known. */
    intentId: text('intent_id')
      .unique()
      .references(() => paymentIntents.id),
    /** The provider's words for a decline (`insufficient_funds`) and what to do about it (`try_again_later`). */
    declineCode: text('decline_code'),
    adviceCode: text('advice_code'),
    plannedAt: instant('planned_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    uniqueIndex('card_charges_once').on(table.invoiceId, table.attempt),
    uniqueIndex('card_charges_one_open')
      .on(table.invoiceId)
      .where(sql`status in ('planned', 'charging')`),
    index('card_charges_by_reservation').on(table.reservationId),
    index('card_charges_due')
      .on(table.chargeOn)
      .where(sql`status in ('planned', 'charging')`),
    oneOf('card_charges_status', 'status', CHARGE_STATUSES),
    check('card_charges_amount', sql`amount > 0`),
    check('card_charges_started', sql`status in ('planned', 'stopped') or started_at is not null`),
  ],
)
