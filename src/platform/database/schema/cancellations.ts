/** Cancellations of reservations, with the amounts from which each refund was decided (R5.1). */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { reservations } from './booking.ts'
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'

/** Who canceled: the guest, with a refund by the Terms of Stay, or the venue, with a full refund (R5.1). */
const CANCELLED_BY = ['guest', 'retreat'] as const
export type CancelledBy = (typeof CANCELLED_BY)[number]

/**
 * What the site needs to compute a refund once the card provider has reported all fees. Payments are as they
 * were on the day of the cancellation.
 */
export interface AwaitedRefund {
  /**
   * The smallest refund in cents. Larger than 0 if the link to pass on the spot promised more than the Terms
   * refund.
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
 * What the site needs to refund a guest who passed on their spot (R45). The site refunds a part each time the
 * taker of the spot pays more. Prices and payments are as they were when the guest's stay ended.
 */
export interface ReplacedStay {
  takerId: number
  /**
   * The parts of the taker's price, in cents. `own` is what the guest who passed the spot on had paid for the
   * same part.
   */
  parts: { price: number; own: number }[]
  /** The payments of the guest who passed the spot on. */
  money: AwaitedRefund['money']
}

/**
 * A reservation's cancellation with the decided amounts in cents. The table `refunds` has the amounts that
 * were really refunded.
 */
export const cancellations = pgTable(
  'cancellations',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /** The random id of the row. Its encrypted values are bound to it. */
    uuid: uuid('uuid').notNull().unique(),
    cancelledBy: text('cancelled_by').$type<CancelledBy>().notNull(),
    /** True if the guest held the spot but had not paid for it. */
    wasHold: boolean('was_hold').notNull().default(false),
    /** Number of ranch days from the cancellation to the event's start. */
    daysBefore: integer('days_before').notNull(),
    /** True if another guest takes the spot. */
    replacementFound: boolean('replacement_found').notNull().default(false),
    /** Percentage of the paid amount that the Terms of Stay refund. */
    percent: integer('percent').notNull(),
    /** Cents that were paid for the stay, minus earlier refunds. */
    paid: integer('paid').notNull(),
    fees: integer('fees').notNull(),
    /** Cents that the Terms of Stay refund. While Stripe's fee is unknown, the most that they can refund. */
    refundByTerms: integer('refund_by_terms').notNull(),
    /**
     * Cents to refund to cards. The next column has the cents that an admin must refund by cash, check or
     * transfer.
     */
    refundToCards: integer('refund_to_cards').notNull(),
    refundByHand: integer('refund_by_hand').notNull(),
    /** The reason that an admin gave for refunding another amount than the Terms of Stay. */
    overrideReason: sealed('override_reason'),
    /**
     * What the site needs to compute the refund once the card provider has reported the fees. Null after the
     * refund is decided.
     */
    awaited: jsonb('awaited').$type<AwaitedRefund>(),
    /**
     * Set while later payments by the taker of the spot can increase the refund. Null if nobody took the
     * spot, or if the taker has paid everything.
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
 * SQL condition: later payments by the taker of the spot can still increase the refund (R45.3). It is true
 * while the taker has not paid everything and still comes to the same retreat. Columns are written with their
 * tables, because Drizzle omits the table's name in statements about a single table.
 */
export const awaitsTaker = sql<boolean>`exists (
  select 1 from reservations taker join reservations leaver on leaver.event_id = taker.event_id
  where leaver.id = cancellations.reservation_id and taker.id = (cancellations.replaced ->> 'takerId')::int
    and taker.status = 'confirmed')`
