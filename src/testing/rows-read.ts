/** For tests: how much the database looks at for an answer. */
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { type Database, rows } from '#platform/database/database.ts'

/** Rows that the statements of `work` have looked at, by the database’s own count of them. */
export async function rowsRead(db: Database, work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(db._.session, 'prepareQuery')
  await work()
  const queries = asked.mock.calls.map(([query]) => query)
  asked.mockRestore()
  let read = 0
  for (const query of queries) {
    const parts = query.sql.split(/\$\d+/)
    const places = [...query.sql.matchAll(/\$(\d+)/g)].map(([, nth]) => query.params[Number(nth) - 1])
    const same = sql.join(
      parts.flatMap((part, index) =>
        index === 0 ? [sql.raw(part)] : [sql`${places[index - 1]}`, sql.raw(part)],
      ),
    )
    const found = await db.execute(sql`explain (analyze, format json) ${same}`)
    read += rowsOf((rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(found)[0]?.['QUERY PLAN'] ?? [])[0]?.Plan)
  }
  return read
}

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Of the leaves: what was read of tables and indexes. */
function rowsOf(plan: Plan | undefined): number {
  if (!plan) return 0
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  return plan.Plans ? plan.Plans.reduce((sum, part) => sum + rowsOf(part), 0) : own
}
