/**
 * Deposit slips: cash and checks that an admin brings to the bank together (R49.7). They outlive the payments and
 * reservations that they name, so they reference none of them and have no personal data.
 */
import { sql } from 'drizzle-orm'
import {
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
import { instant, oneOf } from './columns.ts'

/** The methods of payments that can be in a deposit slip. */
export const SLIP_METHODS = ['cash', 'check'] as const
export type SlipMethod = (typeof SLIP_METHODS)[number]

export const depositSlips = pgTable(
  'deposit_slips',
  {
    id: serial('id').primaryKey(),
    /** The ranch day on which the bank got the money. */
    depositedOn: date('deposited_on', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('deposit_slips_by_day').on(table.depositedOn)],
)

/** The payments in a deposit slip, as they were when the slip was made. */
export const depositedPayments = pgTable(
  'deposited_payments',
  {
    slipId: integer('slip_id')
      .notNull()
      .references(() => depositSlips.id, { onDelete: 'cascade' }),
    /** Id of the payment, which an admin may have deleted since. */
    paymentId: integer('payment_id').notNull(),
    method: text('method').$type<SlipMethod>().notNull(),
    /** The number of the check. Null if nobody entered it. */
    reference: text('reference'),
    /** Cents that the bank got: the payment, less what was refunded in cash before. */
    amount: integer('amount').notNull(),
    /** The reservation that was paid. */
    reservationId: integer('reservation_id'),
    /**
     * When an admin recorded that the bank does not have this money, for example because the check bounced. Null while
     * the deposit stands.
     */
    returnedAt: instant('returned_at'),
  },
  (table) => [
    primaryKey({ columns: [table.slipId, table.paymentId] }),
    uniqueIndex('deposited_payments_once')
      .on(table.paymentId)
      .where(sql`returned_at is null`),
    oneOf('deposited_payments_method', 'method', SLIP_METHODS),
    check('deposited_payments_amount', sql`amount > 0`),
  ],
)
