/** The table of taxes that prices include (R50). */
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant, oneOf, thingName } from './columns.ts'

/** What a tax is on: the stay itself, the chosen lodging, or chosen extras and extra charges. */
const TAX_KINDS = ['stay', 'lodging', 'extras'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

export const taxes = pgTable(
  'taxes',
  {
    id: serial('id').primaryKey(),
    /** The tax's name as receipts show it, for example "Lodging tax". */
    name: thingName('name').notNull(),
    /** The rate in basis points, that is hundredths of a percent: 825 is 8.25 %. */
    rate: integer('rate').notNull(),
    /**
     * The first and the last ranch day on which the tax is valid. A stay owes the taxes that are valid on its
     * first day. Without a last day, the tax never ends.
     */
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    validUntil: date('valid_until', { mode: 'string' }),
    appliesTo: text('applies_to').$type<TaxKind>().notNull(),
    /** Grows with each edit. An edit that is based on an older version is refused as `stale`. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('taxes_by_start').on(table.validFrom, table.id),
    oneOf('taxes_kind', 'applies_to', TAX_KINDS),
    check('taxes_name', sql`char_length(name) between 1 and 60`),
    check('taxes_rate', sql`rate between 1 and 5000`),
    check('taxes_days', sql`valid_until >= valid_from`),
  ],
)
