/** Where payers are named: objects, the events that copied them, and replies that are kept for repeats. */
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { StoredObject } from '../model/objects.ts'
import { objects, replies } from '../tables.ts'

/** The payment methods that were tried for these intents. */
export async function listMethodIds(db: Database, intentIds: string[]): Promise<string[]> {
  const method = sql<string | null>`${objects.body}->>'payment_method'`
  const used = await db
    .selectDistinct({ id: method })
    .from(objects)
    .where(and(inArray(objects.intent, intentIds), isNotNull(method)))
  // A card that was refused is not the intent's any more; what happened names it.
  const failed = sql<
    string | null
  >`${objects.body}->'data'->'object'->'last_payment_error'->'payment_method'->>'id'`
  const refused = await db
    .selectDistinct({ id: failed })
    .from(objects)
    .where(and(eq(objects.kind, 'event'), inArray(about, intentIds), isNotNull(failed)))
  return [...used, ...refused].flatMap(({ id }) => id ?? [])
}

/** What an event tells of: the intent itself, or what belongs to it. */
const about = sql<string>`coalesce(${objects.body}->'data'->'object'->>'payment_intent', ${objects.body}->'data'->'object'->>'id')`

/** Writes the changed bodies of everything that belongs to these intents and methods. */
export async function emptyBodies(
  tx: Transaction,
  ids: string[],
  change: (body: unknown) => unknown,
): Promise<void> {
  const found = await tx
    .select({ id: objects.id, body: objects.body })
    .from(objects)
    .where(
      or(
        inArray(objects.id, ids),
        inArray(objects.intent, ids),
        and(eq(objects.kind, 'event'), inArray(about, ids)),
      ),
    )
    .for('update')
  for (const { id, body } of found) {
    const changed = change(body)
    if (JSON.stringify(changed) !== JSON.stringify(body))
      await tx
        .update(objects)
        .set({ body: changed as StoredObject })
        .where(eq(objects.id, id))
  }
  // A refusal tells the intent, or the card alone.
  const told = sql`${replies.body}->'error'`
  const replied = sql`coalesce(${replies.body}->>'payment_intent', ${replies.body}->>'id', ${told}->'payment_intent'->>'id', ${told}->'payment_method'->>'id')`
  const kept = await tx
    .select({ key: replies.key, body: replies.body })
    .from(replies)
    .where(inArray(replied, ids))
    .for('update')
  for (const { key, body } of kept)
    await tx
      .update(replies)
      .set({ body: change(body) as object })
      .where(eq(replies.key, key))
}
