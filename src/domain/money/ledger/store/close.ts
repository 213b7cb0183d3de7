/** Closes months of the ledger, and keeps the exports of closed months (R49.3). */
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ledgerClosings, ledgerEntries, ledgerExports } from '#platform/database/schema/ledger.ts'
import { addMonths, type Month, monthOf } from '#shared/months.ts'
import { findLastClosedMonth } from './read.ts'

/** Returns when a month was closed, or null if it is open. Closing a month closes all earlier months. */
export async function findClosedAt(db: Database, month: Month): Promise<Date | null> {
  const [row] = await db
    .select({ closedAt: ledgerClosings.closedAt })
    .from(ledgerClosings)
    .where(gte(ledgerClosings.month, month))
    .orderBy(asc(ledgerClosings.month))
    .limit(1)
  return row?.closedAt ?? null
}

/**
 * Returns the months that must be closed before this month is closed, and the month itself, the earliest first. Begins
 * with the month of the first entry. Empty if the month is closed.
 */
export async function listMonthsToClose(db: Database, month: Month): Promise<Month[]> {
  const last = await findLastClosedMonth(db)
  const first = last === null ? await findFirstMonth(db) : addMonths(last, 1)
  const months: Month[] = []
  const from = last === null && (first === null || first > month) ? month : first
  for (let next = from; next !== null && next <= month; next = addMonths(next, 1)) months.push(next)
  return months
}

async function findFirstMonth(db: Database): Promise<Month | null> {
  const [row] = await db
    .select({ day: sql<string | null>`min(${ledgerEntries.postedOn})::text` })
    .from(ledgerEntries)
  return row?.day ? monthOf(row.day) : null
}

/**
 * Closes a month and all earlier months, after all that is being posted now. Returns the months that were open.
 */
export async function closeMonths(tx: Transaction, month: Month, now: Date): Promise<Month[]> {
  if ((await listMonthsToClose(tx, month)).length === 0) return []
  // The lock of the triggers (migrations/0044), so that two admins who close the same month wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(712043)`)
  const months = await listMonthsToClose(tx, month)
  for (const each of months) await tx.insert(ledgerClosings).values({ month: each, closedAt: now })
  return months
}

/** Returns the export of a closed month as it was first made. */
export async function findExport(db: Database, month: Month, form: string): Promise<string | null> {
  const [row] = await db
    .select({ content: ledgerExports.content })
    .from(ledgerExports)
    .where(and(eq(ledgerExports.month, month), eq(ledgerExports.form, form)))
  return row?.content ?? null
}

/**
 * Keeps the first export of a closed month for good, and returns the export that is kept. A month before the first
 * closing has no entries, so there is nothing to keep.
 */
export async function keepExport(tx: Transaction, made: typeof ledgerExports.$inferInsert): Promise<string> {
  const [closing] = await tx
    .select({ month: ledgerClosings.month })
    .from(ledgerClosings)
    .where(eq(ledgerClosings.month, made.month))
  if (!closing) return made.content
  await tx.insert(ledgerExports).values(made).onConflictDoNothing()
  return (await findExport(tx, made.month, made.form)) ?? made.content
}
