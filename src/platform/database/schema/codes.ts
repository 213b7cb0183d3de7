/** The tables of discount codes (R41). The codes identify nobody. */
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant, oneOf, words } from './columns.ts'
import { events } from './events.ts'

/**
 * Kinds of discount codes. `percent`: percent off each stay. `amount`: cents off the whole sign-up. `open`:
 * the guest sets the price of each stay.
 */
export const CODE_KINDS = ['percent', 'amount', 'open'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

export const codes = pgTable(
  'codes',
  {
    id: serial('id').primaryKey(),
    /** The discount code as guests type it, in capitals. */
    code: text('code').notNull().unique(),
    kind: text('kind').$type<CodeKind>().notNull(),
    /** Percent or cents that the code takes off. For an open code, the lowest price of a stay in cents. */
    value: integer('value').notNull(),
    /** For an open code, the price in cents that the form suggests. */
    suggestion: integer('suggestion'),
    /** The event for which the code works. Null if it works for every event. */
    eventId: integer('event_id').references(() => events.id, { onDelete: 'cascade' }),
    /**
     * The first ranch day on which the code works (this column), and the last one (the next column). Null for
     * no limit.
     */
    validFrom: date('valid_from', { mode: 'string' }),
    validUntil: date('valid_until', { mode: 'string' }),
    /** The largest number of sign-ups that can use the code. Null for no limit. */
    uses: integer('uses'),
    /** A note for admins that says for whom or what the code is. */
    note: words('note'),
    endedAt: instant('ended_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  () => [
    oneOf('codes_kind', 'kind', CODE_KINDS),
    check('codes_code', sql`code = upper(code) and char_length(code) between 3 and 40`),
    check(
      'codes_value',
      sql`case kind when 'percent' then value between 1 and 100 when 'amount' then value > 0 else value >= 0 end`,
    ),
    check('codes_suggestion', sql`suggestion is null or (kind = 'open' and suggestion >= value)`),
    check('codes_uses', sql`uses > 0`),
    check('codes_days', sql`valid_until >= valid_from`),
  ],
)

/**
 * Discounts that codes gave (R41.7). A row is written when the stay is confirmed. So later changes of the
 * stay do not change the statements of past months.
 */
export const discountsGiven = pgTable(
  'discounts_given',
  {
    /** The discounted reservation. It may have been deleted since. */
    reservationId: integer('reservation_id').primaryKey(),
    amount: integer('amount').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('discounts_given_by_time').on(table.at),
    check('discounts_given_amount', sql`amount > 0`),
  ],
)
