/** Notices received. Their bodies are never kept (R4.7). */
import { eq, inArray, lt } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { webhookEvents } from '#platform/database/schema/booking.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import { enqueue } from '#platform/outbox.ts'
import type { WebhookNotice } from '#features/provider/index.ts'

/** The outbox kind of an intent to read again; its payload is `{ intentId }`. */
export const APPLY_JOB = 'apply-intent'

/** Stores a notice once, by its event id, and the work that it asks for with it. */
export async function storeNotice(db: Database, notice: WebhookNotice, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { id, intentId } = notice
    const stored = await tx
      .insert(webhookEvents)
      .values({ ...notice, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id })
    if (stored.length === 0 || intentId === null) return
    await enqueue(tx, { kind: APPLY_JOB, payload: { intentId }, dedupeKey: `webhook:${id}`, runAt: now })
  })
}

/** Which of these event ids never reached us. */
export async function unknownNotices(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const known = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(inArray(webhookEvents.id, ids))
  const reached = new Set(known.map((row) => row.id))
  return new Set(ids.filter((id) => !reached.has(id)))
}

const DELIVERY = 'webhook-delivered'
const HOUR_MS = 3_600_000

/** Remembers, to the hour, that a webhook was delivered. */
export async function noteDelivery(db: Database, now: Date): Promise<void> {
  const value = now.toISOString()
  await db
    .insert(siteFacts)
    .values({ key: DELIVERY, value })
    .onConflictDoUpdate({
      target: siteFacts.key,
      set: { value },
      setWhere: lt(siteFacts.value, new Date(now.getTime() - HOUR_MS).toISOString()),
    })
}

/** When a webhook was last delivered, to the hour; null: never. */
export async function findDelivery(db: Database): Promise<Date | null> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, DELIVERY))
  return fact ? new Date(fact.value) : null
}
