/** Database queries about taxes, and about what a guest's stay costs by kind (R50). */
import { asc, eq, sql } from 'drizzle-orm'
import { type Database, firstRow, isAnyOf, onlyRow, type Transaction } from '#platform/database/database.ts'
import {
  invoiceLines,
  invoices,
  reservationOptions,
  reservations,
} from '#platform/database/schema/booking.ts'
import { eventOptions, type OptionKind } from '#platform/database/schema/events.ts'
import { taxes } from '#platform/database/schema/taxes.ts'
import { splitPrice, type Taxable, type TaxTerms } from './domain/taxes.ts'

export type TaxRow = typeof taxes.$inferSelect

/** Returns all taxes, also ended ones, in the order in which they begin. */
export const listTaxes = async (db: Database): Promise<TaxRow[]> =>
  db.select().from(taxes).orderBy(asc(taxes.validFrom), asc(taxes.id))

export const lockTax = (tx: Transaction, id: number): Promise<TaxRow | undefined> =>
  firstRow(tx.select().from(taxes).where(eq(taxes.id, id)).for('update'))

export const insertTax = async (tx: Transaction, terms: TaxTerms, at: Date): Promise<TaxRow> =>
  onlyRow(
    await tx
      .insert(taxes)
      .values({ ...terms, createdAt: at })
      .returning(),
  )

export async function writeTax(tx: Transaction, id: number, terms: TaxTerms): Promise<void> {
  await tx
    .update(taxes)
    .set({ ...terms, version: sql`${taxes.version} + 1` })
    .where(eq(taxes.id, id))
}

export async function removeTax(tx: Transaction, id: number): Promise<void> {
  await tx.delete(taxes).where(eq(taxes.id, id))
}

/** SQL for the prices in cents of the guest's chosen options of a kind. */
const chosen = (kind: OptionKind) => sql<number>`(
  select coalesce(sum(choice.price), 0)::float8
  from ${reservationOptions} as choice join ${eventOptions} as option on option.id = choice.option_id
  where choice.reservation_id = ${reservations}.id and option.kind = ${kind})`

/** SQL for the extra charges in cents that name this guest. A charge without lines is for the guest who pays it. */
const charges = (which: 'paid' | 'all') => sql<number>`(
  select coalesce(sum(coalesce(line.amount, invoice.amount)), 0)::float8
  from ${invoices} as invoice left join ${invoiceLines} as line on line.invoice_id = invoice.id
  where invoice.extra and coalesce(line.reservation_id, invoice.reservation_id) = ${reservations}.id
    and (not invoice.unpaid or ${which === 'all'}))`

/**
 * SQL for the cents that a former payer paid for a guest who was split off from the party. The guest's own price
 * no longer contains them, but they pay for this guest's stay.
 */
const paidByOthers = sql<number>`(
  select coalesce(sum(line.amount), 0)::float8
  from ${invoiceLines} as line join ${invoices} as invoice on invoice.id = line.invoice_id
  where line.reservation_id = ${reservations}.id and ${reservations}.party_id is null
    and invoice.reservation_id <> ${reservations}.id and not invoice.extra and not invoice.unpaid)`

/**
 * Returns what the own stay of each guest costs in cents, by kind. Lodging and extras are the options that the guest
 * has chosen, and extras also contain extra charges: by default only those that are paid.
 */
export async function taxableOf(
  db: Database,
  reservationIds: number[],
  extraCharges: 'paid' | 'all' = 'paid',
): Promise<Map<number, Taxable>> {
  if (reservationIds.length === 0) return new Map()
  const found = await db
    .select({
      id: reservations.id,
      price: sql<number>`(coalesce(${reservations.share}, ${reservations.price}) + ${paidByOthers})::float8`,
      lodging: chosen('lodging'),
      extras: chosen('extra'),
      charges: charges(extraCharges),
    })
    .from(reservations)
    .where(isAnyOf(reservations.id, reservationIds))
  return new Map(found.map(({ id, ...costs }) => [id, splitPrice(costs)]))
}
