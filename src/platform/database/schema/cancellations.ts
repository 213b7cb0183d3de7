/** Cancellations of reservations, with the amounts on which each was decided (R5.1). */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { reservations } from './booking.ts'
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'

/** Who canceled: the guest, with a refund by the Terms of Stay, or the venue, with a full refund (R5.1). */
const CANCELLED_BY = ['guest', 'retreat'] as const
export type CancelledBy = (typeof CANCELLED_BY)[number]

/**
 * A refund that waits until the provider has reported all fees. It is then computed from the payments as they were on
 * the day of canceling.
 */
export interface AwaitedRefund {
  /**
   * The smallest refund in cents. Set if the link to pass on the spot promised more than the Terms refund.
   */
  least: number
  /** True if the guest gets an e-mail about the refund. */
  sendEmail: boolean
  money: {
    paymentId: number
    method: string
    /** The time of the payment in ISO 8601. */
    paidAt: string
    amount: number
    refunded: number
    withdrawn: number
    fee: number | null
  }[]
}

/**
 * Facts for refunding a leaver each time the taker of the spot pays more (R45). Prices and payments are as
 * they were when the leaver's stay ended.
 */
export interface ReplacedStay {
  takerId: number
  /**
   * The prices that make up the taker's price, in cents. `own` is what the leaver had paid for the same
   * thing.
   */
  parts: { price: number; own: number }[]
  /** The payments that the leaver had made. */
  money: AwaitedRefund['money']
}

/** A reservation's cancellation with the decided amounts in cents. What was really refunded is in `refunds`. */
export const cancellations = pgTable(
  'cancellations',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /** The row's id. Its encrypted values are bound to it. */
    uuid: uuid('uuid').notNull().unique(),
    cancelledBy: text('cancelled_by').$type<CancelledBy>().notNull(),
    /** True if the guest had only held the spot and not paid. */
    wasHold: boolean('was_hold').notNull().default(false),
    /** Days at the ranch from the cancellation to the event's start. */
    daysBefore: integer('days_before').notNull(),
    /** True if another guest takes the spot. */
    replacementFound: boolean('replacement_found').notNull().default(false),
    /** Percentage of the paid amount that the Terms of Stay refund. */
    percent: integer('percent').notNull(),
    /** Cents that were paid for the stay, minus earlier refunds. */
    paid: integer('paid').notNull(),
    fees: integer('fees').notNull(),
    /** Cents that the Terms of Stay refund. While a fee is unknown, the most that they can refund. */
    refundByTerms: integer('refund_by_terms').notNull(),
    /** Cents to refund to cards. The next column is for cents to refund by hand. */
    refundToCards: integer('refund_to_cards').notNull(),
    refundByHand: integer('refund_by_hand').notNull(),
    /** An admin's reason for a refund that differs from the Terms. */
    overrideReason: sealed('override_reason'),
    /** Facts for computing the refund once the provider has reported the fees. Null after it is decided. */
    awaited: jsonb('awaited').$type<AwaitedRefund>(),
    /**
     * Set while later payments by the taker of the spot can increase the refund. Null if nobody took the spot, or the
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
 * SQL condition: later payments by the taker of the spot can still increase the refund (R45.3). That is so while the
 * taker has not paid everything and still comes to that retreat. Columns are written with their tables, because
 * Drizzle omits the table's name in statements about a single table.
 */
export const awaitsTaker = sql<boolean>`exists (
  select 1 from reservations taker join reservations leaver on leaver.event_id = taker.event_id
  where leaver.id = cancellations.reservation_id and taker.id = (cancellations.replaced ->> 'takerId')::int
    and taker.status = 'confirmed')`
