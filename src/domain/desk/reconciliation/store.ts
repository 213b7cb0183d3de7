/** Reads our card payments, and reads and writes past reconciliations (the table `book_proofs`). */
import { asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Database, firstRow } from '#platform/database/database.ts'
import { invoices, paymentIntents } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { bookProofs } from '#platform/database/schema/site.ts'
import type { Day } from '#shared/days.ts'

/** SQL for the total of a payment's refunds through Stripe. Stripe cannot know of manual refunds. */
const refundedAtProvider = sql<number>`coalesce((select sum(${refunds.amount}) from ${refunds}
  where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'succeeded' and not ${refunds.byHand}), 0)::int`

/** Selects card payments with their payment intents. */
const selectOurs = (db: Database) =>
  db
    .select({
      paymentId: payments.id,
      intentId: paymentIntents.id,
      reservationId: payments.reservationId,
      money: { received: payments.amount, refunded: refundedAtProvider, withdrawn: payments.withdrawn },
    })
    .from(payments)
    .innerJoin(paymentIntents, eq(paymentIntents.id, payments.intentId))

export type OurPayment = Awaited<ReturnType<typeof selectOurs>>[number]

/** Returns our payments by the id of their payment intent. Omits intents that have no payment in our database. */
export async function findOurs(db: Database, intentIds: string[]): Promise<Map<string, OurPayment>> {
  if (intentIds.length === 0) return new Map()
  const found = await selectOurs(db).where(inArray(payments.intentId, intentIds))
  return new Map(found.map((row) => [row.intentId, row]))
}

/** Lists our card payments with an id greater than `after`, by id. */
export const listOurs = async (db: Database, after: number, limit: number): Promise<OurPayment[]> =>
  selectOurs(db).where(gt(payments.id, after)).orderBy(asc(payments.id)).limit(limit)

/** Returns the reservation for which a payment intent was created, or null if it is unknown. */
export async function findReservationOf(db: Database, intentId: string): Promise<number | null> {
  const [row] = await db
    .select({ reservationId: invoices.reservationId })
    .from(paymentIntents)
    .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
    .where(eq(paymentIntents.id, intentId))
  return row?.reservationId ?? null
}

export type ReconciliationRow = typeof bookProofs.$inferSelect

export const findReconciliation = (db: Database, day: Day): Promise<ReconciliationRow | undefined> =>
  firstRow(db.select().from(bookProofs).where(eq(bookProofs.day, day)))

/** Returns the newest result of a reconciliation, or undefined before the first one. */
export const findLatestReconciliation = (db: Database): Promise<ReconciliationRow | undefined> =>
  firstRow(latestProof(db))

const latestProof = (db: Database) => db.select().from(bookProofs).orderBy(desc(bookProofs.day)).limit(1)

/** Saves a night's result. A process that comes later never overwrites a completed result. */
export async function writeReconciliation(
  db: Database,
  proof: typeof bookProofs.$inferInsert,
): Promise<void> {
  const { day: _, ...news } = proof
  await db
    .insert(bookProofs)
    .values(proof)
    .onConflictDoUpdate({ target: bookProofs.day, set: news, setWhere: eq(bookProofs.outcome, 'unanswered') })
}
