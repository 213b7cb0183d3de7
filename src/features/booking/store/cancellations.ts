/** The table `cancellations`: how a stay was cancelled, and what of its money was decided to go back. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { enqueue } from '#platform/outbox.ts'
import { openRecord, type Sealer, sealRecord } from '#platform/sealing.ts'
import type { Decided, Plan } from '../domain/refund-policy.ts'

const TABLE = 'cancellations'

/** How a stay was cancelled; undefined while it was not. */
export async function findCancellation(db: Database, sealer: Sealer, reservationId: number) {
  const [row] = await db.select().from(cancellations).where(eq(cancellations.reservationId, reservationId))
  if (!row) return undefined
  const sealed = { overrideReason: row.overrideReason }
  return { ...row, ...openRecord(sealer, { table: TABLE, row: row.uuid }, sealed) }
}

/** Whether a mail has not gone out yet: what it says is read then. */
export async function isMailQueued(db: Database, key: string): Promise<boolean> {
  const [mail] = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.dedupeKey, key), eq(emails.status, 'queued')))
  return mail !== undefined
}

/** Writes down how a stay was cancelled. `overrideReason` may name people, so it is sealed. */
export async function insertCancellation(
  tx: Transaction,
  sealer: Sealer,
  { reservationId, plan, overrideReason, awaited, now }: Decided & { reservationId: number; now: Date },
): Promise<void> {
  const uuid = randomUUID()
  const { cancelledBy, daysBefore, replacementFound, percent } = plan
  const { paid, fees, refundByTerms, refundToCards, refundByHand } = plan
  await tx.insert(cancellations).values({
    reservationId,
    uuid,
    cancelledBy,
    daysBefore,
    replacementFound,
    percent,
    paid,
    fees,
    refundByTerms,
    refundToCards,
    refundByHand,
    awaited,
    at: now,
    ...sealRecord(sealer, { table: TABLE, row: uuid }, { overrideReason }),
  })
}

/** The sums of a refund that had to wait; `overrideReason` is sealed as `insertCancellation` does. */
export async function decideAwaited(
  tx: Transaction,
  sealer: Sealer,
  {
    row,
    plan,
    overrideReason,
  }: { row: { reservationId: number; uuid: string }; plan: Plan; overrideReason: string | null },
): Promise<void> {
  const { fees, refundByTerms, refundToCards, refundByHand } = plan
  await tx
    .update(cancellations)
    .set({
      fees,
      refundByTerms,
      refundToCards,
      refundByHand,
      awaited: null,
      ...sealRecord(sealer, { table: TABLE, row: row.uuid }, { overrideReason }),
    })
    .where(eq(cancellations.reservationId, row.reservationId))
}

/** The outbox kind of a refund that waits for a fee; its payload is `{ reservationId }`. */
export const AWAITED_JOB = 'awaited-refund'

export async function enqueueAwaitedRefund(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  const payload = { reservationId }
  await enqueue(tx, { kind: AWAITED_JOB, payload, dedupeKey: `${AWAITED_JOB}:${reservationId}`, runAt: now })
}

/** Empties why another sum was given than the terms give, for the purge. */
export async function emptyOverrideReason(tx: Transaction, reservationId: number): Promise<void> {
  await tx
    .update(cancellations)
    .set({ overrideReason: null })
    .where(eq(cancellations.reservationId, reservationId))
}
