/**
 * Payments and refunds (R2.7), the card provider's balance and payouts (R40), and saved cards. When all data
 * about guests is deleted, saved cards are deleted and the rest is kept for the books.
 */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'

/**
 * How money arrives: by card, or as a manual payment. A free text could name a guest, and payments are kept
 * when all data about guests is deleted. So the column allows only these words.
 */
const PAYMENT_METHODS = ['card', 'cash', 'check', 'transfer', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** SQL condition: a number of a check or bank transfer, as `referenceText` validates it. */
const isReference = sql`reference ~ '^[A-Za-z0-9 #/.-]{1,40}$'`

/**
 * Payments that arrived. For the books, rows are kept when their invoice and reservation are deleted. The purge
 * empties `memo` and `card`, the only columns with personal data.
 */
export const payments = pgTable(
  'payments',
  {
    id: serial('id').primaryKey(),
    /**
     * The invoice that was paid. Null if the payment belongs to no invoice. Such a payment is refunded in
     * full.
     */
    invoiceId: integer('invoice_id')
      .unique()
      .references(() => invoices.id, { onDelete: 'set null' }),
    reservationId: integer('reservation_id').references(() => reservations.id, { onDelete: 'set null' }),
    /**
     * The guest who paid and who gets refunds, if another guest became the party's payer later. Null if the
     * guest of the reservation paid.
     */
    paidBy: integer('paid_by').references(() => reservations.id, { onDelete: 'set null' }),
    method: text('method').$type<PaymentMethod>().notNull(),
    amount: integer('amount').notNull(),
    intentId: text('intent_id')
      .unique()
      .references(() => paymentIntents.id),
    chargeId: text('charge_id'),
    /**
     * The card in words, as statements and receipts show it: `Visa 4242`, `Apple Pay (Visa 4242)`. Null if
     * the card is unknown, or after the purge.
     */
    card: text('card'),
    /** The number of the check or bank transfer of a manual payment. Null if it has none or nobody entered it. */
    reference: text('reference'),
    /** An admin's note about a manual payment. It may name a person. */
    memo: sealed('memo'),
    /** The card provider's fee for the charge in cents. Null until the provider has reported it. */
    fee: integer('fee'),
    /**
     * Only the previous version of the code reads this column, while both versions run during an upgrade.
     * `withdrawn` replaces it.
     */
    disputed: boolean('disputed').notNull().default(false),
    /**
     * Cents that disputes hold at present: what the disputes' balance transactions took, minus what they
     * returned.
     */
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
    check(
      'payments_hand',
      sql`case when method = 'card' then num_nonnulls(reference, memo) = 0 else reference is null or ${isReference} end`,
    ),
    sealedOnly('payments', 'memo'),
  ],
)

/** How an admin gives a manual refund. */
const REFUND_METHODS = ['cash', 'check', 'transfer'] as const satisfies PaymentMethod[]
export type RefundMethod = (typeof REFUND_METHODS)[number]

/**
 * Status of a refund. `requested`: the site must request the refund from the card provider. `owed`: an admin
 * must refund by cash, check or transfer.
 */
const REFUND_STATUSES = ['requested', 'succeeded', 'failed', 'owed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * Refunds. The site writes the row before it asks the card provider, and the provider stores the row's key.
 * So a retry finds a refund that already exists.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: serial('id').primaryKey(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /**
     * Names the cause of the refund, for example `late:17`. Only one row can have the same key, so one cause
     * makes one refund.
     */
    key: text('key').notNull().unique(),
    amount: integer('amount').notNull(),
    /**
     * The part of `amount`, in cents, that returns money paid beyond the total. It was computed when the
     * refund was decided. `reason` is the reason for the rest of the refund (R3.11).
     */
    overpayment: integer('overpayment').notNull().default(0),
    /**
     * The reason for the refund as one word: `late`, `duplicate`, `orphan`, `provider`, `cancelled`,
     * `retreat-cancelled`, `admin`.
     */
    reason: text('reason').notNull(),
    /** True for a refund by cash, check or transfer. It is owed until an admin records it as paid. */
    byHand: boolean('by_hand').notNull().default(false),
    /**
     * The first of several manual refunds that one decision makes for one guest. An admin gives them together, for
     * example by one check. Null for that first refund, and for a refund that is given alone.
     */
    taskId: integer('task_id').references((): AnyPgColumn => refunds.id, { onDelete: 'set null' }),
    /** How an admin gave the refund. Null if it is not given yet, or if nobody recorded how. */
    givenBy: text('given_by').$type<RefundMethod>(),
    /** The number of the check or bank transfer with which an admin gave the refund. */
    reference: text('reference'),
    /** An admin's note about a refund that they gave. It may name a person. */
    memo: sealed('memo'),
    status: text('status').$type<RefundStatus>().notNull().default('requested'),
    providerRefundId: text('provider_refund_id').unique(),
    /**
     * True while the card provider holds the requested refund back because the venue's balance there is too low.
     */
    waitsForBalance: boolean('waits_for_balance').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    /** When an admin decided that the venue keeps the money of a refund that the card provider refused (R49.6). */
    keptAt: instant('kept_at'),
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
    oneOf('refunds_given_by', 'given_by', REFUND_METHODS),
    check(
      'refunds_given',
      sql`case when by_hand and status = 'succeeded' then reference is null or ${isReference} else num_nonnulls(given_by, reference, memo) = 0 end`,
    ),
    check('refunds_task', sql`task_id is null or (by_hand and task_id < id)`),
    sealedOnly('refunds', 'memo'),
    index('refunds_by_task')
      .on(table.taskId)
      .where(sql`task_id is not null`),
    index('refunds_owed')
      .on(table.id)
      .where(sql`status = 'owed'`),
  ],
)

/**
 * How much of a refunded overpayment was paid for which guest of a party. Written by versions of the site before the
 * ledger, which has this now. Only the upgrade reads it.
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
 * Webhooks that have arrived, by the card provider's event id. Their bodies are not stored, because the
 * handler reads the payment intent again.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The payment intent that the webhook is about, if any. */
    intentId: text('intent_id'),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (table) => [
    // The index for counting the declined cards of the last hours.
    index('webhook_events_declines')
      .on(table.receivedAt)
      .where(sql`type = 'payment_intent.payment_failed'`),
    index('webhook_events_warnings')
      .on(table.intentId)
      .where(sql`type like 'charge.dispute.%' or type = 'radar.early_fraud_warning.created'`),
  ],
)

// The tables below store the card provider's balance, to compare it with the bank statement (R40).

/** Money that the provider transferred to the venue's bank account, or took from it. */
export const payouts = pgTable(
  'payouts',
  {
    /** The payout's id at the card provider (`po_…`). */
    id: text('id').primaryKey(),
    /** The transferred amount in cents. Negative if the provider took it from the bank account. */
    amount: integer('amount').notNull(),
    /** The card provider's status of the payout: pending, in_transit, paid, failed, canceled. */
    status: text('status').notNull(),
    /** When the payout left the card provider's balance. */
    createdAt: instant('created_at').notNull(),
    /** The day on which the payout arrives at the bank. */
    arrival: date('arrival', { mode: 'string' }).notNull(),
    /** The bank's number for the transfer, if the card provider reports one. */
    traceId: text('trace_id'),
    /**
     * True if a person requested the payout outside of the schedule. For such a payout, the card provider
     * does not report which payments it contains.
     */
    manual: boolean('manual').notNull(),
    /** True once the site has read all of the payout's balance transactions. */
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
 * Amounts that came into or left the card provider's balance. Stores only ids and amounts, because the books
 * are kept when all data about guests is deleted.
 */
export const balanceTransactions = pgTable(
  'balance_transactions',
  {
    /** The transaction's id at the card provider (`txn_…`). */
    id: text('id').primaryKey(),
    /**
     * The payout that contains the transaction. The transaction of a payout itself also names that payout.
     * Null if the transaction is in no payout yet, or if the card provider does not report the payout.
     */
    payoutId: text('payout_id').references(() => payouts.id),
    /**
     * The card provider's type of the transaction: `charge`, `refund`, `adjustment`, `payout` and many more.
     * Disputes are recognized by `category`.
     */
    type: text('type').notNull(),
    category: text('category').notNull(),
    /**
     * The amount in cents. Negative if money left the balance. The provider's fee is in a separate column.
     */
    amount: integer('amount').notNull(),
    fee: integer('fee').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the amount becomes available for a payout. */
    availableAt: instant('available_at').notNull(),
    /** The charge, refund, dispute or payout at the card provider that caused the transaction. */
    sourceId: text('source_id'),
    /**
     * The payment intent that the transaction belongs to, even if another site created that intent. Null if
     * there is none or it is unknown.
     */
    intentId: text('intent_id'),
  },
  (table) => [
    index('balance_transactions_by_day').on(table.createdAt),
    index('balance_transactions_by_payout').on(table.payoutId),
    index('balance_transactions_by_intent').on(table.intentId),
  ],
)

// The tables below are about saved cards (R42). The card provider saves a card for the remainder if the guest
// agrees, and the site charges it later.

/** Saved cards, at most one per reservation. Only the card provider has the card's number. */
export const savedCards = pgTable(
  'kept_cards',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /**
     * The card provider's ids of the customer (`cus_…`) and of the card (`pm_…`), and the card's name (`Visa
     * 4242`). Null once the card is no longer saved.
     */
    customer: text('customer'),
    paymentMethod: text('payment_method'),
    card: text('card'),
    /**
     * The card's last valid month (`2027-05`), as the payment that saved it reported. Null if unknown or no longer
     * saved.
     */
    expires: text('expires'),
    /**
     * Evidence of consent: the version of the text that the guest agreed to (this column), and when (the next
     * column).
     */
    consentVersion: text('consent_version').notNull(),
    consentAt: instant('consent_at').notNull(),
    /**
     * When the saved card was deleted: the guest withdrew consent, the card was no longer needed, or the
     * guest's data was purged.
     */
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
 * The status of an attempt to charge a saved card. `planned`: the site has e-mailed the guest the day and the amount. `charging`: sent to the
 * card provider, whose answer is unknown. `declined`: refused by the bank. `needs_guest`: the bank wants the
 * guest to authenticate, so there is no retry. `stopped`: no longer needed, or the result can never be known.
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

/** Attempts to charge a saved card. The site writes the row before it creates the payment intent. */
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
    /** The number of this attempt to pay the invoice: 1, 2, 3. */
    attempt: integer('attempt').notNull(),
    /** The amount in cents, as the e-mail to the guest announced it. */
    amount: integer('amount').notNull(),
    /** The ranch day on which the site charges the card, from 9:00 on. */
    chargeOn: date('charge_on', { mode: 'string' }).notNull(),
    status: text('status').$type<ChargeStatus>().notNull().default('planned'),
    /** The payment intent of this attempt. Null if there is none yet or its id is unknown. */
    intentId: text('intent_id')
      .unique()
      .references(() => paymentIntents.id),
    /** The card provider's decline code (`insufficient_funds`) and advice code (`try_again_later`). */
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
