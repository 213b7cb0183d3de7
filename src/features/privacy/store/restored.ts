/** The mark of a restored database: what was deleted since the backup was made is in it again. */
import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { siteFacts } from '#platform/database/schema/site.ts'

/** Stays, to tell by what the restore is the reason of. */
const RESTORED = 'restored'
/** Is there until a site has deleted what should be gone. */
const TO_PURGE = 'restored-to-purge'

const restored = z.object({ madeAt: z.coerce.date(), at: z.coerce.date() })
/** `madeAt`: when the backup was made; `at`: when it was restored. What happened between the two is lost. */
export type RestoredFact = z.output<typeof restored>

export async function noteRestored(db: Database, fact: RestoredFact): Promise<void> {
  const value = JSON.stringify(fact)
  await db.delete(siteFacts).where(inArray(siteFacts.key, [RESTORED, TO_PURGE]))
  await db.insert(siteFacts).values([
    { key: RESTORED, value },
    { key: TO_PURGE, value },
  ])
}

/** The last restore; null: this database has never been restored. */
export async function findRestored(db: Database): Promise<RestoredFact | null> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, RESTORED))
  return fact ? restored.parse(JSON.parse(fact.value)) : null
}

/** Whether nothing was deleted yet since a restore. */
export async function isToPurge(db: Database): Promise<boolean> {
  const found = await db.select().from(siteFacts).where(eq(siteFacts.key, TO_PURGE))
  return found.length > 0
}

export async function notePurged(db: Database): Promise<void> {
  await db.delete(siteFacts).where(eq(siteFacts.key, TO_PURGE))
}
