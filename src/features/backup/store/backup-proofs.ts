/** The results of the nightly backups. */
import { desc, eq, ne } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { backupProofs } from '#platform/database/schema/site.ts'
import type { Day } from '#shared/days.ts'

export type BackupProofRow = typeof backupProofs.$inferSelect

/** The proof of one night. */
export async function findBackupProof(db: Database, day: Day): Promise<BackupProofRow | undefined> {
  const [row] = await db.select().from(backupProofs).where(eq(backupProofs.day, day))
  return row
}

/** The newest proof of all; without any the site has not come to its first one. */
export async function findLatestBackupProof(db: Database): Promise<BackupProofRow | undefined> {
  const [row] = await db.select().from(backupProofs).orderBy(desc(backupProofs.day)).limit(1)
  return row
}

/** Keeps a night's proof. A proved one stays, whoever comes later, and one that was made is better than none. */
export async function writeBackupProof(db: Database, proof: typeof backupProofs.$inferInsert): Promise<void> {
  const { day: _, ...news } = proof
  await db
    .insert(backupProofs)
    .values(proof)
    .onConflictDoUpdate({
      target: backupProofs.day,
      set: news,
      setWhere:
        proof.outcome === 'failed' ? eq(backupProofs.outcome, 'failed') : ne(backupProofs.outcome, 'proved'),
    })
}
