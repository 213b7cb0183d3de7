/** Refunds that are to be asked for, and what has been given back. */
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { invoices, payments, refunds, reservations } from '#platform/database/schema/booking.ts'

// Nested, so that its columns keep the names of their tables where a select has but one.
const centsOf = (which: SQL) => {
  const sum = sql`select sum(${refunds.amount}) from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${which}`
  return sql<number>`coalesce((${sum}), 0)::int`
}

/** Beside a row of `payments`: the cents of it that have been given back, by the provider or by hand. */
export const refundedCents = centsOf(sql`${refunds.status} = 'succeeded'`)

/** The same with what is on its way: asked of the provider, or owed by hand. */
export const standingCents = centsOf(sql`${refunds.status} <> 'failed'`)

/**
 * Beside a row of `refunds`: the cents of its payment that are given by later ones, but for those by hand that stand for
 * another refused one (as `isToGive` counts them).
 */
const givenSince = sql`coalesce((select sum(since.amount) from ${refunds} as since
  where since.payment_id = ${refunds.paymentId} and since.id > ${refunds.id} and since.status <> 'failed'
    and (since.key = 'hand:' || ${refunds.id} or since.key not like 'hand:%')), 0)`

/**
 * Beside a row of `refunds` and its payment: refused by the provider although the money is here, and not given in another
 * way since, so an admin gives it.
 */
export const refusedButHere = sql`(${refunds.status} = 'failed'
  and ${payments.amount} - ${payments.withdrawn} - ${standingCents} >= ${refunds.amount} and ${givenSince} < ${refunds.amount})`

/** A refund with the intent whose money it gives back, and the event that it was for. */
export async function findRefund(db: Database, id: number) {
  const [row] = await db
    .select({
      id: refunds.id,
      paymentId: refunds.paymentId,
      key: refunds.key,
      amount: refunds.amount,
      status: refunds.status,
      providerRefundId: refunds.providerRefundId,
      intentId: payments.intentId,
      reservationId: payments.reservationId,
      eventId: reservations.eventId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(eq(refunds.id, id))
  return row
}

/** Refunds asked for at or before an instant and not finished, oldest first. */
export async function listUnfinishedRefunds(
  db: Database,
  askedBefore: Date,
  limit: number,
): Promise<number[]> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, 'requested'), lte(refunds.createdAt, askedBefore)))
    .orderBy(asc(refunds.id))
    .limit(limit)
  return found.map((row) => row.id)
}

/** The provider refuses for good: the row stays, for the admin to see. */
export async function failRefund(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: 'failed', finishedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
}

/** The reservation that an invoice belongs to. Read before the locks. */
export async function findInvoicePlace(
  db: Database,
  id: number,
): Promise<{ reservationId: number } | undefined> {
  const [row] = await db
    .select({ reservationId: invoices.reservationId })
    .from(invoices)
    .where(eq(invoices.id, id))
  return row
}

export type PaidInvoice = NonNullable<Awaited<ReturnType<typeof lockInvoicePayment>>>

/** An invoice with the payment of it, both locked; `refunded` counts what is on its way. */
export async function lockInvoicePayment(tx: Transaction, invoiceId: number) {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId)).for('update')
  if (!invoice) return undefined
  const [locked] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.invoiceId, invoiceId))
    .for('update')
  return { payment: locked ? await paymentFacts(tx, locked.id) : undefined }
}

/** A payment, locked; `refunded` counts what is on its way. */
export async function lockPayment(tx: Transaction, id: number) {
  await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, id)).for('update')
  return paymentFacts(tx, id)
}

// In a statement of its own after the lock: what was given back while it waited counts.
async function paymentFacts(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      id: payments.id,
      method: payments.method,
      amount: payments.amount,
      withdrawn: payments.withdrawn,
      refunded: standingCents,
    })
    .from(payments)
    .where(eq(payments.id, id))
  return row
}

export async function findRefundByKey(db: Database, key: string): Promise<{ id: number } | undefined> {
  const [row] = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.key, key))
  return row
}

export async function lockRefund(tx: Transaction, id: number) {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update')
  return row
}

/** All refunds of a payment. */
export async function listRefundsOf(db: Database, paymentId: number) {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
}

/** What was owed has been given. */
export async function markGiven(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(refunds).set({ status: 'succeeded', finishedAt: now }).where(eq(refunds.id, id))
}

/** Money that was given by hand, all at once. */
export async function insertGiven(
  tx: Transaction,
  { now, ...given }: { paymentId: number; key: string; amount: number; reason: string; now: Date },
): Promise<void> {
  const done = { byHand: true, status: 'succeeded', createdAt: now, finishedAt: now } as const
  await tx.insert(refunds).values({ ...given, ...done })
}
