/** Until when the provider's lists were compared with our rows. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { siteFacts } from '../../../platform/database/schema/site.ts'

const KEY = 'provider-compared'

/** When the last whole comparison began; null before the first one. */
export async function findLastComparison(db: Database): Promise<Date | null> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, KEY))
  return fact ? new Date(fact.value) : null
}

export async function noteComparison(db: Database, began: Date): Promise<void> {
  const value = began.toISOString()
  await db
    .insert(siteFacts)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: siteFacts.key, set: { value } })
}
