/** The results of the backups, one for each night, and the jobs that make them. */
import { and, desc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { backupProofs } from '#platform/database/schema/site.ts'
import type { Day } from '#shared/days.ts'
import { ASKED_KEY, BACKUP_JOB } from '../rules.ts'

export type BackupProofRow = typeof backupProofs.$inferSelect

export const findBackupProof = (db: Database, day: Day): Promise<BackupProofRow | undefined> =>
  firstRow(db.select().from(backupProofs).where(eq(backupProofs.day, day)))

/** The newest proof of all; without any the site has not come to its first one. */
export const findLatestBackupProof = (db: Database): Promise<BackupProofRow | undefined> =>
  firstRow(latestProof(db))

const latestProof = (db: Database) => db.select().from(backupProofs).orderBy(desc(backupProofs.day)).limit(1)

/**
 * Keeps a night's proof, unless what is there is better: a proved one gives way to a proved one alone, and one that was
 * made is better than none. False: what was there stays.
 */
export async function writeBackupProof(
  db: Database,
  proof: typeof backupProofs.$inferInsert,
): Promise<boolean> {
  const { day: _, ...news } = proof
  const gives = {
    failed: eq(backupProofs.outcome, 'failed'),
    broken: ne(backupProofs.outcome, 'proved'),
    proved: sql`true`,
  }
  const written = await db
    .insert(backupProofs)
    .values(proof)
    .onConflictDoUpdate({ target: backupProofs.day, set: news, setWhere: gives[proof.outcome] })
    .returning({ id: backupProofs.id })
  return written.length > 0
}

/** The job of the backups that admins ask for, as the last one left it; missing: nobody ever has. */
export const findAskedBackup = (db: Database) => firstRow(selectAsked(db))

/** The job, locked until the transaction ends: of two presses at once one comes after the other. */
export const lockAskedBackup = (tx: Transaction) => firstRow(selectAsked(tx).for('update'))

function selectAsked(db: Database) {
  const { id, doneAt, deadAt, lastError } = outbox
  return db.select({ id, doneAt, deadAt, lastError }).from(outbox).where(eq(outbox.dedupeKey, ASKED_KEY))
}

/** Whether a backup is being made or about to be. A night's own that waits for its next try is not. */
export async function isBackupUnderWay(db: Database, now: Date): Promise<boolean> {
  const open = and(eq(outbox.kind, BACKUP_JOB), isNull(outbox.doneAt), isNull(outbox.deadAt))
  const due = or(lte(outbox.runAt, now), eq(outbox.dedupeKey, ASKED_KEY))
  return (await db.$count(outbox, and(open, due))) > 0
}
