/** Until when the provider's lists were compared with our rows, and of what it has yet to tell. */
import { and, desc, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { payments } from '#platform/database/schema/booking.ts'
import { siteFacts } from '#platform/database/schema/site.ts'

const KEY = 'provider-compared'

/** When the last whole comparison began; null before the first one. */
export async function findLastComparison(db: Database): Promise<Date | null> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, KEY))
  return fact ? new Date(fact.value) : null
}

const HOUR_MS = 3_600_000
/** What the provider has not told for so long it tells no more; the morning page names a refund that waits for it. */
const UNTOLD_FOR_MS = 72 * HOUR_MS

/**
 * The intents of card payments whose charge the provider has not told yet, or whose fee it has not told within the hour
 * (docs.stripe.com/payments/payment-intents/asynchronous-capture), the newest first.
 */
export async function listUntold(db: Database, now: Date, limit: number): Promise<string[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const found = await db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(
      and(
        isNotNull(payments.intentId),
        gte(payments.paidAt, ago(UNTOLD_FOR_MS)),
        or(isNull(payments.chargeId), and(isNull(payments.fee), lte(payments.paidAt, ago(HOUR_MS)))),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(limit)
  return found.flatMap(({ intentId }) => intentId ?? [])
}

export async function noteComparison(db: Database, began: Date): Promise<void> {
  const value = began.toISOString()
  await db
    .insert(siteFacts)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: siteFacts.key, set: { value } })
}
