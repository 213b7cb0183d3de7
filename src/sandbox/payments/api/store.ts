/** Idempotency keys: replies that are given again (docs.stripe.com/api/idempotent_requests). */
import { eq, lt, sql } from 'drizzle-orm'
import { rows, type Transaction } from '#platform/database/database.ts'
import { replies } from '../tables.ts'

const KEPT_MS = 24 * 3600 * 1000

/** False when another request with this key is being answered. Holds until the transaction ends. */
export async function claimKey(tx: Transaction, key: string): Promise<boolean> {
  const result = await tx.execute(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`sandbox:${key}`}, 0)) as claimed`,
  )
  return rows<{ claimed: boolean }>(result)[0]?.claimed === true
}

export async function findReply(tx: Transaction, key: string) {
  const [row] = await tx.select().from(replies).where(eq(replies.key, key))
  return row
}

export async function keepReply(tx: Transaction, reply: typeof replies.$inferInsert): Promise<void> {
  await tx.insert(replies).values(reply)
}

export async function forgetOldReplies(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(replies).where(lt(replies.createdAt, new Date(now.getTime() - KEPT_MS)))
}
