/** Codes that make a stay cheaper (R41). They name nobody. */
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant, oneOf, words } from './columns.ts'
import { events } from './events.ts'

/** percent: off each stay; amount: cents off the whole sign-up; open: the guest names the price of a stay. */
export const CODE_KINDS = ['percent', 'amount', 'open'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

export const codes = pgTable(
  'codes',
  {
    id: serial('id').primaryKey(),
    /** As guests type it, in capitals. */
    code: text('code').notNull().unique(),
    kind: text('kind').$type<CodeKind>().notNull(),
    /** Percent, or cents off; of an open code the least that a stay costs, in cents. */
    value: integer('value').notNull(),
    /** Of an open code: cents that the form suggests. */
    suggestion: integer('suggestion'),
    /** Null: good for every event. */
    eventId: integer('event_id').references(() => events.id, { onDelete: 'cascade' }),
    /** The first and the last ranch day on which it can be used; null: no such day. */
    validFrom: date('valid_from', { mode: 'string' }),
    validUntil: date('valid_until', { mode: 'string' }),
    /** The number of sign-ups that it is for; null: any. */
    uses: integer('uses'),
    /** For the admins alone: whom or what it is for. */
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

/** The discounts that codes gave each stay when it was confirmed: a month that is over is told as it was, whatever becomes of the stay (R41.7). */
export const discountsGiven = pgTable(
  'discounts_given',
  {
    /** The reservation, which may be gone by now. */
    reservationId: integer('reservation_id').primaryKey(),
    /** Cents. */
    amount: integer('amount').notNull(),
    /** When the stay was confirmed. */
    at: instant('at').notNull(),
  },
  (table) => [
    index('discounts_given_by_time').on(table.at),
    check('discounts_given_amount', sql`amount > 0`),
  ],
)
