/**
 * Payments and refunds (R2.7), and the card provider's balance and payouts (R40). These accounts are kept when all
 * data about guests is deleted. Also saved cards, which are deleted.
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

/**
 * How money arrives: by card or by hand. Only these fixed words, because the accounts are kept when all data about
 * guests is deleted.
 */
const PAYMENT_METHODS = ['card', 'cash', 'check', 'transfer', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/**
 * Payments that arrived. For the accounts, rows are kept when their invoice and reservation are deleted. They contain
 * no personal data.
 */
export const payments = pgTable(
  'payments',
  {
    id: serial('id').primaryKey(),
    /** Null if the payment has no invoice; then it is refunded in full. */
    invoiceId: integer('invoice_id')
      .unique()
      .references(() => invoices.id, { onDelete: 'set null' }),
    reservationId: integer('reservation_id').references(() => reservations.id, { onDelete: 'set null' }),
    /**
     * The guest who paid it before another guest became the payer of the party, and who gets its refunds. Null: the
     * guest of the reservation.
     */
    paidBy: integer('paid_by').references(() => reservations.id, { onDelete: 'set null' }),
    method: text('method').$type<PaymentMethod>().notNull(),
    amount: integer('amount').notNull(),
    intentId: text('intent_id')
      .unique()
      .references(() => paymentIntents.id),
    chargeId: text('charge_id'),
    /**
     * The card in words, as statements and receipts show it: `Visa 4242`, `Apple Pay (Visa 4242)`. Null if unknown;
     * the purge deletes it.
     */
    card: text('card'),
    /** The charge's own fee in cents; null until the provider has reported it. */
    fee: integer('fee'),
    /** Read only by the previous version of the code while both versions run. `withdrawn` replaces it. */
    disputed: boolean('disputed').notNull().default(false),
    /** Cents that disputes withhold now: what all their balance transactions took, minus what came back. */
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

/** requested: must be sent to the provider; owed: an admin must refund it by hand, not through the provider. */
const REFUND_STATUSES = ['requested', 'succeeded', 'failed', 'owed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * Refunds. The row is written first, and its key is in the provider's metadata. So a retry finds a refund that
 * already exists.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: serial('id').primaryKey(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Identifies what causes the refund, for example `late:17`. There can be one row per key. */
    key: text('key').notNull().unique(),
    amount: integer('amount').notNull(),
    /**
     * Cents of `amount` that returned money paid beyond the total, as of when the refund was decided. `reason` is
     * about the rest (R3.11).
     */
    overpayment: integer('overpayment').notNull().default(0),
    /**
     * The reason as a word: `late`, `duplicate`, `orphan`, `provider`, `cancelled`, `retreat-cancelled`,
     * `admin`.
     */
    reason: text('reason').notNull(),
    /** True for a refund by hand. An admin owes it until an admin records that it was made. */
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

/**
 * In a party, the guests for whom the overpayment was paid that a refund returned (R3.12). The rest of the refund is
 * for all guests.
 */
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

/**
 * Webhooks that have arrived, by the provider's event id. Their bodies are not stored: the handler reads the payment
 * intent again.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The payment intent that the event is about, if any. */
    intentId: text('intent_id'),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (table) => [
    // Used only to count the declined cards of the last hours.
    index('webhook_events_declines')
      .on(table.receivedAt)
      .where(sql`type = 'payment_intent.payment_failed'`),
  ],
)

// From here on: the card provider's balance, with which the bank statement can be checked (R40).

/** Money that the provider transferred to the venue's bank account, or took from it. */
export const payouts = pgTable(
  'payouts',
  {
    /** The provider's id (`po_…`). */
    id: text('id').primaryKey(),
    /** Cents; negative if the provider took it from the bank account. */
    amount: integer('amount').notNull(),
    /** The provider's status: pending, in_transit, paid, failed, canceled. */
    status: text('status').notNull(),
    /** When it left the provider's balance. */
    createdAt: instant('created_at').notNull(),
    /** The day on which it arrives at the bank. */
    arrival: date('arrival', { mode: 'string' }).notNull(),
    /** The bank's number for the transfer, if the provider reports one. */
    traceId: text('trace_id'),
    /** True if a person requested it outside of the schedule. Then the provider does not report what it contains. */
    manual: boolean('manual').notNull(),
    /** True once all its balance transactions have been read. */
    complete: boolean('complete').notNull().default(false),
  },
  (table) => [
    index('payouts_by_arrival').on(table.arrival),
    index('payouts_unread')
      .on(table.id)
      .where(sql`not complete`),
  ],
)

/**
 * Amounts that came into or left the provider's balance. Stores only ids and amounts, because the accounts are kept
 * when all data about guests is deleted.
 */
export const balanceTransactions = pgTable(
  'balance_transactions',
  {
    /** The provider's id (`txn_…`). */
    id: text('id').primaryKey(),
    /**
     * The payout that contains the transaction; a payout's own transaction also names that payout. Null if there is
     * none yet, or if the provider does not report it.
     */
    payoutId: text('payout_id').references(() => payouts.id),
    /**
     * The provider's types: `charge`, `refund`, `adjustment`, `payout` and many more. For a dispute,
     * `category` identifies it.
     */
    type: text('type').notNull(),
    category: text('category').notNull(),
    /** Cents; negative if money left the balance. The provider's fee is separate. */
    amount: integer('amount').notNull(),
    fee: integer('fee').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the amount can be paid out. */
    availableAt: instant('available_at').notNull(),
    /** What caused it at the provider: a charge, refund, dispute or payout. */
    sourceId: text('source_id'),
    /**
     * The payment intent to which it belongs, created by this site or not. Null if there is none or it is unknown.
     */
    intentId: text('intent_id'),
  },
  (table) => [
    index('balance_transactions_by_day').on(table.createdAt),
    index('balance_transactions_by_payout').on(table.payoutId),
    index('balance_transactions_by_intent').on(table.intentId),
  ],
)

// From here on: cards that the provider saves for the remainder, with guests' consent, and the charges to them (R42).

/** Saved cards, at most one per reservation. Only the provider has the number of the card. */
export const keptCards = pgTable(
  'kept_cards',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /**
     * The provider's ids (`cus_…`, `pm_…`) and the card in words (`Visa 4242`). Null once the card is no longer
     * saved.
     */
    customer: text('customer'),
    paymentMethod: text('payment_method'),
    card: text('card'),
    /**
     * The card's last valid month (`2027-05`), as the payment that saved it reported. Null if unknown or no longer
     * saved.
     */
    expires: text('expires'),
    /** Evidence of consent: the version of the text that the guest agreed to, and when. */
    consentVersion: text('consent_version').notNull(),
    consentAt: instant('consent_at').notNull(),
    /** When the card was deleted: the guest withdrew it, it was no longer needed, or the guest was purged. */
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
 * - planned: announced to the guest
 * - charging: sent to the provider, whose answer is unknown
 * - declined: by the bank
 * - needs_guest: the bank requires the cardholder to authenticate, so it is never retried
 * - stopped: no longer wanted, or the result can never be known
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

/** Each attempt to charge a saved card. The row is written before its payment intent exists. */
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
    /** The number of the attempt for this invoice: 1, 2, 3. */
    attempt: integer('attempt').notNull(),
    /** Cents, as the guest was notified. */
    amount: integer('amount').notNull(),
    /** The day, at the ranch, on which the card is charged, from 9:00 on. */
    chargeOn: date('charge_on', { mode: 'string' }).notNull(),
    status: text('status').$type<ChargeStatus>().notNull().default('planned'),
    /** The payment intent of the attempt; null if there is none yet or it is unknown. */
    intentId: text('intent_id')
      .unique()
      .references(() => paymentIntents.id),
    /** The provider's decline code (`insufficient_funds`) and advice (`try_again_later`). */
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
