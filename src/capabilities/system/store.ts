/** What the database says of itself and of the background work. Reads only; no payload and no words of a failure. */
import { and, desc, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { rows, type Database } from '../../platform/database/database.ts'
import { outbox } from '../../platform/database/schema/jobs.ts'
import { backupProofs } from '../../platform/database/schema/proofs.ts'

export async function findDatabaseVersion(db: Database): Promise<string> {
  const found = await db.execute(sql`select current_setting('server_version') as version`)
  return rows<{ version: string }>(found)[0]?.version ?? ''
}

const unfinished = sql`${outbox.doneAt} is null and ${outbox.deadAt} is null`

/** What waits and what was given up since an instant; the counts of `waiting` leave out what is due. */
export async function countQueue(db: Database, now: Date, since: Date) {
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

/** Each kind of work that there has been; `since`: how far back what was given up counts. */
export async function listWork(db: Database, since: Date) {
  return db
    .select({
      kind: outbox.kind,
      lastDoneAt: sql<
        string | null
      >`to_char(max(${outbox.doneAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      waiting: sql<number>`(count(*) filter (where ${unfinished}))::int`,
      retrying: sql<number>`(count(*) filter (where ${unfinished} and ${outbox.lastError} is not null))::int`,
      dead: sql<number>`(count(*) filter (where ${outbox.deadAt} >= ${since.toISOString()}))::int`,
    })
    .from(outbox)
    .groupBy(outbox.kind)
}

/** When the newest nightly backup that is there was made: some nights may have none. */
export async function findBackupTime(db: Database): Promise<Date | null> {
  const [there] = await db
    .select({ ranAt: backupProofs.ranAt })
    .from(backupProofs)
    .where(isNotNull(backupProofs.file))
    .orderBy(desc(backupProofs.day))
    .limit(1)
  return there?.ranAt ?? null
}
