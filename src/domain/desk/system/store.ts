/** Reads facts about the database and the jobs. Never writes, and never reads the jobs' payloads or error texts. */
import { and, desc, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { rows, type Database } from '#platform/database/database.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { backupProofs } from '#platform/database/schema/site.ts'

export async function findDatabaseVersion(db: Database): Promise<string> {
  const found = await db.execute(sql`select current_setting('server_version') as version`)
  return rows<{ version: string }>(found)[0]?.version ?? ''
}

/**
 * Counts unfinished jobs, and jobs that failed permanently since `since`. `due` counts unfinished jobs whose time has
 * come, and `waiting` counts unfinished jobs for later.
 */
export async function countJobs(db: Database, now: Date, since: Date) {
  const [waiting] = await db
    .select({
      due: sql<number>`(count(*) filter (where ${outbox.runAt} <= ${now.toISOString()}))::int`,
      waiting: sql<number>`(count(*) filter (where ${outbox.runAt} > ${now.toISOString()}))::int`,
      oldestDue: sql<
        string | null
      >`to_char(min(${outbox.runAt}) filter (where ${outbox.runAt} <= ${now.toISOString()}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), isNull(outbox.deadAt)))
  const dead = await db.$count(outbox, gte(outbox.deadAt, since))
  return { due: 0, waiting: 0, oldestDue: null, ...waiting, dead }
}

interface WorkRow {
  kind: string
  lastDoneAt: string | null
  waiting: number
  retrying: number
  dead: number
}

/**
 * Returns each kind of job that has a finished, a waiting or (since `since`) a permanently failed job. Finished jobs
 * stay in the table forever, so this reads only the newest one of each kind.
 */
export async function listWork(db: Database, since: Date): Promise<WorkRow[]> {
  const waiting = await db
    .select({
      kind: outbox.kind,
      waiting: sql<number>`count(*)::int`,
      retrying: sql<number>`(count(*) filter (where ${outbox.lastError} is not null))::int`,
    })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), isNull(outbox.deadAt)))
    .groupBy(outbox.kind)
  const dead = await db
    .select({ kind: outbox.kind, dead: sql<number>`count(*)::int` })
    .from(outbox)
    .where(gte(outbox.deadAt, since))
    .groupBy(outbox.kind)
  const found = new Map<string, WorkRow>()
  for (const part of [...(await listLastDone(db)), ...waiting, ...dead]) {
    const nothing = { lastDoneAt: null, waiting: 0, retrying: 0, dead: 0 }
    found.set(part.kind, { ...nothing, ...found.get(part.kind), ...part })
  }
  return [...found.values()]
}

// Jumps in the index from one kind of job to the next, and reads the newest finished job of each. So it reads about
// as many rows as there are kinds.
async function listLastDone(db: Database) {
  const found = await db.execute(sql`
    with recursive kinds as (
      (select kind from outbox where done_at is not null order by kind limit 1)
      union all
      select (select next.kind from outbox next where next.done_at is not null and next.kind > kinds.kind
        order by next.kind limit 1)
      from kinds where kinds.kind is not null
    )
    select kind, to_char((select max(done_at) from outbox where outbox.kind = kinds.kind) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastDoneAt"
    from kinds where kind is not null`)
  return rows<{ kind: string; lastDoneAt: string }>(found)
}

/**
 * Returns when the newest nightly backup was made whose file still exists. Later nights may have no file, because their
 * backup failed.
 */
export async function findBackupTime(db: Database): Promise<Date | null> {
  const [there] = await db
    .select({ ranAt: backupProofs.ranAt })
    .from(backupProofs)
    .where(isNotNull(backupProofs.file))
    .orderBy(desc(backupProofs.day))
    .limit(1)
  return there?.ranAt ?? null
}
