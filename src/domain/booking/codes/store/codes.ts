/**
 * Database queries about discount codes for sign-ups: find and lock a code, count its uses, record its discounts.
 * Queries for admins are in `admin.ts`.
 */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes, discountsGiven } from '#platform/database/schema/codes.ts'

export type CodeRow = typeof codes.$inferSelect

/** Finds a discount code by its stored form, which is in capitals. */
export const findCode = (db: Database, code: string): Promise<CodeRow | undefined> =>
  firstRow(db.select().from(codes).where(eq(codes.code, code)))

export const findCodeById = (db: Database, id: number): Promise<CodeRow | undefined> =>
  firstRow(db.select().from(codes).where(eq(codes.id, id)))

export async function listCodeNames(
  db: Database,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const named = [...new Set(ids.flatMap((id) => id ?? []))]
  if (named.length === 0) return new Map()
  const found = await db
    .select(columns(codes, 'id', 'code'))
    .from(codes)
    .where(inArray(codes.id, named))
  return new Map(found.map(({ id, code }) => [id, code]))
}

/**
 * Finds a discount code and locks it until the transaction ends. Lock the event before the code, and reservations
 * after it (R2.7).
 */
export const lockCodeByText = (tx: Transaction, code: string): Promise<CodeRow | undefined> =>
  firstRow(tx.select().from(codes).where(eq(codes.code, code)).for('update'))

/**
 * Counts the pending and confirmed sign-ups that use a discount code, except the reservation `except`. Run the
 * query as a separate statement under the code's lock, so that it sees what other transactions have just committed.
 */
export const countUses = async (db: Database, codeId: number, except: number | null): Promise<number> =>
  db.$count(
    reservations,
    and(
      eq(reservations.codeId, codeId),
      inArray(reservations.status, ['pending', 'confirmed']),
      except === null ? undefined : ne(reservations.id, except),
    ),
  )

/**
 * Records the discounts of reservations that are being confirmed. If a reservation was confirmed before, it keeps
 * the discount of that time.
 */
export async function recordDiscounts(
  tx: Transaction,
  reservationIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`insert into ${discountsGiven} (reservation_id, amount, at)
    select id, discount, ${now.toISOString()}::timestamptz from ${reservations}
    where ${inArray(reservations.id, [...reservationIds])} and discount > 0 on conflict do nothing`)
}

/**
 * Finds a discount code by id and locks it until the transaction ends. The lock order is that of `lockCodeByText`.
 */
export const lockCodeById = (tx: Transaction, id: number): Promise<CodeRow | undefined> =>
  firstRow(tx.select().from(codes).where(eq(codes.id, id)).for('update'))
