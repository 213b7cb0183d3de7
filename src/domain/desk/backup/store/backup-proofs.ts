/** Reads and writes the results of backups, one per night, and the jobs that make backups. */
import { and, desc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { backupProofs } from '#platform/database/schema/site.ts'
import type { Day } from '#shared/days.ts'
import { MAKE_BACKUP, REQUESTED_KEY } from '../rules.ts'

export type BackupProofRow = typeof backupProofs.$inferSelect

export const findBackupProof = (db: Database, day: Day): Promise<BackupProofRow | undefined> =>
  firstRow(db.select().from(backupProofs).where(eq(backupProofs.day, day)))

/** Returns the newest result of a nightly backup, or undefined before the first one. */
export const findLatestBackupProof = (db: Database): Promise<BackupProofRow | undefined> =>
  firstRow(latestProof(db))

const latestProof = (db: Database) => db.select().from(backupProofs).orderBy(desc(backupProofs.day)).limit(1)

/**
 * Saves the result of a night's backup, unless the stored result is better. Only a proved backup replaces a proved
 * one, and any backup is better than none. Returns false if the stored result stays.
 */
export async function writeBackupProof(
  db: Database,
  proof: typeof backupProofs.$inferInsert,
): Promise<boolean> {
  const { day: _, ...news } = proof
  const isReplaceable = {
    failed: eq(backupProofs.outcome, 'failed'),
    broken: ne(backupProofs.outcome, 'proved'),
    proved: sql`true`,
  }
  const written = await db
    .insert(backupProofs)
    .values(proof)
    .onConflictDoUpdate({ target: backupProofs.day, set: news, setWhere: isReplaceable[proof.outcome] })
    .returning({ id: backupProofs.id })
  return written.length > 0
}

/**
 * Returns the job for backups that admins request, with its last result. Undefined if no admin ever requested one.
 */
export const findRequestedBackup = (db: Database) => firstRow(selectRequested(db))

/**
 * Locks the job for requested backups until the transaction ends, so that simultaneous requests are handled
 * sequentially.
 */
export const lockRequestedBackup = (tx: Transaction) => firstRow(selectRequested(tx).for('update'))

function selectRequested(db: Database) {
  const { id, doneAt, deadAt, lastError } = outbox
  return db.select({ id, doneAt, deadAt, lastError }).from(outbox).where(eq(outbox.dedupeKey, REQUESTED_KEY))
}

/**
 * Returns true if a backup is being made or about to start. A nightly backup that waits for its retry does not count.
 */
export async function isBackupInProgress(db: Database, now: Date): Promise<boolean> {
  const open = and(eq(outbox.kind, MAKE_BACKUP.kind), isNull(outbox.doneAt), isNull(outbox.deadAt))
  const due = or(lte(outbox.runAt, now), eq(outbox.dedupeKey, REQUESTED_KEY))
  return (await db.$count(outbox, and(open, due))) > 0
}
