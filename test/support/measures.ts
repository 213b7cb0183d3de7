/**
 * Measures how a test uses resources: rows that the database reads, connections that wait for a lock, memory
 * in use.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Query, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { type Database, rows } from '#platform/database/database.ts'

/** Returns how many rows the database reads during `work`, by the database's own counters. */
export async function rowsRead(db: Database, work: () => Promise<unknown>): Promise<number> {
  const { session } = db._
  const queries: Query[] = []
  const prepare = session.prepareQuery.bind(session)
  const preparing = vi.spyOn(session, 'prepareQuery').mockImplementation((query, ...rest) => {
    queries.push(query)
    return prepare(query, ...rest)
  })
  try {
    await work()
  } finally {
    preparing.mockRestore()
  }
  if (queries.length === 0) throw new Error('No statement was run')
  let read = 0
  for (const query of queries) {
    const parts = query.sql.split(/\$\d+/)
    const places = [...query.sql.matchAll(/\$(\d+)/g)].map(([, nth]) => query.params[Number(nth) - 1])
    const same = sql.join(
      parts.flatMap((part, index) =>
        index === 0 ? [sql.raw(part)] : [sql`${sql.param(places[index - 1])}`, sql.raw(part)],
      ),
    )
    const found = await db.execute(sql`explain (analyze, format json) ${same}`)
    read += rowsOf((rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(found)[0]?.['QUERY PLAN'] ?? [])[0]?.Plan)
  }
  return read
}

/**
 * Returns the SQL of all statements during `work`, except those of the sandbox and of the PostgreSQL driver.
 */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(Object.getPrototypeOf(db._.session), 'prepareQuery')
  await work()
  const texts = asked.mock.calls.map(([query]) => (query as { sql: string }).sql)
  asked.mockRestore()
  return texts.filter((text) => !/^(begin|commit)|"sandbox"/.test(text))
}

interface Plan {
  /** Only a node that reads a table has this name. */
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Returns how many rows of tables a query plan read, also for the subqueries of a table's filter. */
function rowsOf(plan: Plan | undefined): number {
  if (!plan) return 0
  const seen = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const own = plan['Relation Name'] === undefined ? 0 : seen
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own)
}

export async function untilOneWaits(db: Database): Promise<void> {
  const waiting = async () => {
    const found = await db.execute(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows<{ count: number }>(found)[0]?.count
  }
  await expect.poll(waiting).toBeGreaterThan(0)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

export function heldBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}
