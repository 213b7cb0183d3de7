/** Cards that guests let the card provider keep for the rest of what they owe, and what was charged to them (R42). */
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { invoices, paymentIntents, reservations } from './booking.ts'
import { instant, oneOf } from './columns.ts'

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
