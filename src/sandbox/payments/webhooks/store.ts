/** Rows of webhooks to send. */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { deliveries } from '../tables.ts'

export interface Delivery {
  id: number
  eventId: string
  attempts: number
}

export async function queueDelivery(tx: Transaction, eventId: string, runAt: Date): Promise<void> {
  await tx.insert(deliveries).values({ eventId, runAt })
}

const LEASE_MS = 30_000

/** Takes what is due for this process alone; another takes over when the lease has run out. */
export async function leaseDue(db: Database, now: Date, limit: number): Promise<Delivery[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: deliveries.id, eventId: deliveries.eventId, attempts: deliveries.attempts })
      .from(deliveries)
      .where(
        and(
          isNull(deliveries.doneAt),
          isNull(deliveries.deadAt),
          lte(deliveries.runAt, now),
          or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now)),
        ),
      )
      .orderBy(asc(deliveries.id))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    await tx
      .update(deliveries)
      .set({ leasedUntil: new Date(now.getTime() + LEASE_MS), attempts: sql`${deliveries.attempts} + 1` })
      .where(
        inArray(
          deliveries.id,
          due.map((row) => row.id),
        ),
      )
    return due
  })
}

export type DeliveryEnd =
  | { doneAt: Date }
  | { deadAt: Date; lastError: string }
  | { runAt: Date; lastError: string }

export async function endDelivery(db: Database, id: number, end: DeliveryEnd): Promise<void> {
  await db
    .update(deliveries)
    .set({ leasedUntil: null, ...end })
    .where(eq(deliveries.id, id))
}

/** Gives back what was leased and not sent. */
export async function releaseDelivery(db: Database, id: number): Promise<void> {
  await db
    .update(deliveries)
    .set({ leasedUntil: null, attempts: sql`${deliveries.attempts} - 1` })
    .where(eq(deliveries.id, id))
}

export async function countPending(db: Database, eventId: string): Promise<number> {
  return db.$count(
    deliveries,
    and(eq(deliveries.eventId, eventId), isNull(deliveries.doneAt), isNull(deliveries.deadAt)),
  )
}
