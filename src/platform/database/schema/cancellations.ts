/** Cancellations of stays, with the sums on which each was decided (R5.1). */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { reservations } from './booking.ts'
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'

/** Those who may cancel a stay: the guest, whose refund goes by the Terms of Stay, or the retreat, which gives all back (R5.1). */
const CANCELLED_BY = ['guest', 'retreat'] as const
export type CancelledBy = (typeof CANCELLED_BY)[number]

/** A refund that waits for fees: worked out, as soon as all are told, from the money as it was on the day of cancelling. */
export interface AwaitedRefund {
  /** Cents that go back in any case, where a link had promised more than the terms give. */
  least: number
  /** The guest gets a mail about the sum. */
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

/** What a taker's payments refund of a stay whose spot they took over (R45), as prices and money were when that stay ended. */
export interface ReplacedStay {
  takerId: number
  /** The parts of the taker's price, each with the cents that the leaver had paid for the same thing. */
  parts: { price: number; own: number }[]
  /** The leaver's money. */
  money: AwaitedRefund['money']
}

/** The cancellation of a reservation, with the sums that were decided then, in cents. What was really refunded is in `refunds`. */
export const cancellations = pgTable(
  'cancellations',
  {
    reservationId: integer('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /** The row's name in sealed values. */
    uuid: uuid('uuid').notNull().unique(),
    cancelledBy: text('cancelled_by').$type<CancelledBy>().notNull(),
    /** Only a hold was cancelled, which nobody had paid for. */
    wasHold: boolean('was_hold').notNull().default(false),
    /** Ranch days before the start. */
    daysBefore: integer('days_before').notNull(),
    /** A replacement takes the spot. */
    replacementFound: boolean('replacement_found').notNull().default(false),
    /** Percent of what was paid, by the Terms of Stay. */
    percent: integer('percent').notNull(),
    /** Net of what had been refunded before. */
    paid: integer('paid').notNull(),
    fees: integer('fees').notNull(),
    /** Cents by the Terms of Stay; while it waits for a fee, the most that they can give. */
    refundByTerms: integer('refund_by_terms').notNull(),
    /** Cents that were decided: to the cards, and by hand. */
    refundToCards: integer('refund_to_cards').notNull(),
    refundByHand: integer('refund_by_hand').notNull(),
    /** Why it differs from the terms; an admin's words. */
    overrideReason: sealed('override_reason'),
    /** The facts from which the sum is worked out once the provider has told the fees; null once it is decided. */
    awaited: jsonb('awaited').$type<AwaitedRefund>(),
    /** Set while payments of the taker may still refund more; null: nobody took the spot over, or their money is all here. */
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
 * Whether payments of the taker may still refund more: they have not paid everything, and they still come to that retreat (R45.3).
 * The columns are named in full, because drizzle drops the table's name where a statement reads one table.
 */
export const awaitsTaker = sql<boolean>`exists (
  select 1 from reservations taker join reservations leaver on leaver.event_id = taker.event_id
  where leaver.id = cancellations.reservation_id and taker.id = (cancellations.replaced ->> 'takerId')::int
    and taker.status = 'confirmed')`
