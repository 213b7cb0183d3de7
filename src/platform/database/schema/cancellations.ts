/** Cancellations of reservations, with the amounts on which each was decided (R5.1). */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { reservations } from './booking.ts'
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'

/** Who canceled: the guest, with a refund by the Terms of Stay, or the retreat, with a full refund (R5.1). */
const CANCELLED_BY = ['guest', 'retreat'] as const
export type CancelledBy = (typeof CANCELLED_BY)[number]

/**
 * A refund whose fees are not known yet. It is computed once all are, from the money on the day of
 * cancellation.
 */
export interface AwaitedRefund {
  /** Minimum refund in cents, if a link promised more than the Terms give. */
  least: number
  /** True if the guest gets an e-mail about the amount. */
  sendEmail: boolean
  money: {
    paymentId: number
    method: string
    /** ISO 8601. */
    paidAt: string
    amount: number
    refunded: number
    withdrawn: number
    fee: number | null
  }[]
}

/**
 * Facts for refunds to a leaver from later payments of the taker (R45). Prices and money are as of the end of
 * the leaver's stay.
 */
export interface ReplacedStay {
  takerId: number
  /** Parts of the taker's price, each with the cents that the leaver had paid for the same thing. */
  parts: { price: number; own: number }[]
  /** The leaver's payments. */
  money: AwaitedRefund['money']
}

/**
 * A reservation's cancellation with the decided amounts in cents. `refunds` has the amounts that were really
 * refunded.
 */
export const cancellations = pgTable(
  'cancellations',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /** The row's id in encrypted values. */
    uuid: uuid('uuid').notNull().unique(),
    cancelledBy: text('cancelled_by').$type<CancelledBy>().notNull(),
    /** True if only an unpaid hold was canceled. */
    wasHold: boolean('was_hold').notNull().default(false),
    /** Ranch days before the start. */
    daysBefore: integer('days_before').notNull(),
    /** True if a replacement takes the spot. */
    replacementFound: boolean('replacement_found').notNull().default(false),
    /** Percent of the amount paid, by the Terms of Stay. */
    percent: integer('percent').notNull(),
    /** Cents paid, minus earlier refunds. */
    paid: integer('paid').notNull(),
    fees: integer('fees').notNull(),
    /** Cents by the Terms of Stay. While a fee is unknown, the maximum they can give. */
    refundByTerms: integer('refund_by_terms').notNull(),
    /** Cents decided: refunds to cards, and manual refunds. */
    refundToCards: integer('refund_to_cards').notNull(),
    refundByHand: integer('refund_by_hand').notNull(),
    /** An admin's reason for departing from the Terms. */
    overrideReason: sealed('override_reason'),
    /** Facts for computing the refund once the provider has reported the fees; null after it is decided. */
    awaited: jsonb('awaited').$type<AwaitedRefund>(),
    /**
     * Set while further payments of the taker may add to the refund. Null if nobody took the spot, or the
     * taker has paid everything.
     */
    replaced: jsonb('replaced').$type<ReplacedStay>(),
    at: instant('at').notNull(),
  },
  (table) => [
    oneOf('cancellations_by', 'cancelled_by', CANCELLED_BY),
    check('cancellations_percent', sql`percent between 0 and 100`),
    check(
      'cancellations_sums',
      sql`least(paid, fees, refund_by_terms, refund_to_cards, refund_by_hand) >= 0`,
    ),
    sealedOnly('cancellations', 'override_reason'),
    index('cancellations_replaced')
      .on(table.reservationId)
      .where(sql`replaced is not null`),
    index('cancellations_awaited')
      .on(table.at)
      .where(sql`awaited is not null`),
  ],
)

/**
 * True while the taker's payments may still add to the refund (R45.3).
 * That is the case while they have not paid everything and still come to that retreat.
 * The columns are written with their tables, because Drizzle omits the table's name in single-table
 * statements.
 */
export const awaitsTaker = sql<boolean>`exists (
  select 1 from reservations taker join reservations leaver on leaver.event_id = taker.event_id
  where leaver.id = cancellations.reservation_id and taker.id = (cancellations.replaced ->> 'takerId')::int
    and taker.status = 'confirmed')`
