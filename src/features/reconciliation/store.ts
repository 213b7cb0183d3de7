/** The card payments of our books, and the table `book_proofs`: the reconciliations that were made of them. */
import { asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Database, firstRow } from '#platform/database/database.ts'
import { invoices, paymentIntents } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { bookProofs } from '#platform/database/schema/site.ts'
import type { Day } from '#shared/days.ts'

/** Given back through the provider: what was given by hand it cannot know. */
const refundedThere = sql<number>`coalesce((select sum(${refunds.amount}) from ${refunds}
  where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'succeeded' and not ${refunds.byHand}), 0)::int`

/** Card payments with their intents. */
const selectOurs = (db: Database) =>
  db
    .select({
      paymentId: payments.id,
      intentId: paymentIntents.id,
      reservationId: payments.reservationId,
      money: { received: payments.amount, refunded: refundedThere, withdrawn: payments.withdrawn },
    })
    .from(payments)
    .innerJoin(paymentIntents, eq(paymentIntents.id, payments.intentId))

export type OurPayment = Awaited<ReturnType<typeof selectOurs>>[number]

/** Our payments by intent id; those that we have none of are missing. */
export async function findOurs(db: Database, intentIds: string[]): Promise<Map<string, OurPayment>> {
  if (intentIds.length === 0) return new Map()
  const found = await selectOurs(db).where(inArray(payments.intentId, intentIds))
  return new Map(found.map((row) => [row.intentId, row]))
}

/** Our card payments in the order of their ids, from the one after `after` on. */
export const listOurs = async (db: Database, after: number, limit: number): Promise<OurPayment[]> =>
  selectOurs(db).where(gt(payments.id, after)).orderBy(asc(payments.id)).limit(limit)

/** The reservation that an intent was made for, as far as we know. */
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

/** The newest of all; without any the site has not come to its first one. */
export const findLatestReconciliation = (db: Database): Promise<ReconciliationRow | undefined> =>
  firstRow(latestProof(db))

const latestProof = (db: Database) => db.select().from(bookProofs).orderBy(desc(bookProofs.day)).limit(1)

/** Keeps a night's reconciliation. The first one that was answered stays, whoever comes later. */
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
