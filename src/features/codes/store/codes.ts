/** The tables `codes` and `discounts_given` as sign-ups use them: a code, its lock, how often it was used, and what it took off. Admins' lists and edits are in `admin.ts`. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes, discountsGiven } from '#platform/database/schema/codes.ts'

export type CodeRow = typeof codes.$inferSelect

/** A code as it is kept: in capitals. */
export const findCode = (db: Database, code: string): Promise<CodeRow | undefined> =>
  firstRow(db.select().from(codes).where(eq(codes.code, code)))

export const findCodeById = (db: Database, id: number): Promise<CodeRow | undefined> =>
  firstRow(db.select().from(codes).where(eq(codes.id, id)))

/** The codes of these numbers by number, as lines name them. */
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

/** Locks a code until the transaction ends: after the event, before any reservation (R2.7). */
export const lockCodeByText = (tx: Transaction, code: string): Promise<CodeRow | undefined> =>
  firstRow(tx.select().from(codes).where(eq(codes.code, code)).for('update'))

/** The number of sign-ups that use a code, without this one. Under the code's lock a statement of its own, so that what others have just committed counts. */
export const countUses = async (db: Database, codeId: number, except: number | null): Promise<number> =>
  db.$count(
    reservations,
    and(
      eq(reservations.codeId, codeId),
      inArray(reservations.status, ['pending', 'confirmed']),
      except === null ? undefined : ne(reservations.id, except),
    ),
  )

/** Keeps for the books what a code took off these stays, which are confirmed now; of one that was confirmed before it stays. */
export async function recordDiscounts(
  tx: Transaction,
  reservationIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`insert into ${discountsGiven} (reservation_id, amount, at)
    select id, discount, ${now.toISOString()}::timestamptz from ${reservations}
    where ${inArray(reservations.id, [...reservationIds])} and discount > 0 on conflict do nothing`)
}

/** Locks a code, as `lockCodeByText` does. */
export const lockCodeById = (tx: Transaction, id: number): Promise<CodeRow | undefined> =>
  firstRow(tx.select().from(codes).where(eq(codes.id, id)).for('update'))
