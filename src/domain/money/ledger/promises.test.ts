import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { causesOf, type Transaction } from '#platform/database/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import type { Entry, Line } from './domain/entries.ts'
import { insertEntries, listPosted } from './store/post.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
})

let made = 0
const names = { reservationId: 1, eventId: 1 }
const PAID: Line[] = [
  { account: 'stripe_balance', amount: 45_000, ...names },
  { account: 'guest_deposits', amount: -45_000, ...names },
]

const entryOn = (day: string, lines = PAID): Entry => ({
  source: 'payment',
  sourceId: `${(made += 1)}`,
  step: 1,
  kind: 'payment',
  occurredAt: new Date(`${day}T18:00:00Z`),
  day,
  lines,
})

const post = (...entries: Entry[]) => database.db.transaction((tx) => insertEntries(tx, entries))

/** Runs SQL as the site's own role, and returns the message with which the database refuses it. */
async function refusal(run: (tx: Transaction) => Promise<unknown>): Promise<string> {
  try {
    await database.db.transaction((tx) => run(tx))
  } catch (error) {
    return causesOf(error).at(-1)?.message ?? ''
  }
  return 'accepted'
}

const runSql = (text: string) => refusal((tx) => tx.execute(sql.raw(text)))

const postedDay = async (entry: Entry) =>
  (await listPosted(database.db, ['payment'], [entry.sourceId]))[0]?.day

describe('the database', () => {
  test('accepts an entry whose lines add up to zero, and returns it as posted (R49.1)', async () => {
    const entry = entryOn('2027-04-02')
    await post(entry)
    expect(await listPosted(database.db, ['payment'], [entry.sourceId])).toMatchObject([entry])
  })

  test('refuses at the commit an entry that does not balance (R49.1)', async () => {
    const [debit] = PAID
    if (!debit) throw new Error('no line')
    const lines: Line[] = [debit, { ...debit, account: 'guest_deposits', amount: -44_999 }]
    expect(await refusal((tx) => insertEntries(tx, [entryOn('2027-04-02', lines)]))).toMatch(
      /ledger entry \d+ \(payment \d+ step 1\) does not balance: 2 of 2 lines, total 1$/,
    )
  })

  test('refuses at the commit an entry without its lines (R49.1)', async () => {
    const head = `insert into ledger_entries (posted_on, occurred_at, kind, source, source_id, step, line_count)
      values ('2027-04-02', now(), 'payment', 'payment', 'bare', 1, 2)`
    expect(await runSql(head)).toMatch(/does not balance: 0 of 2 lines, total 0$/)
  })

  test('refuses the same entry twice (R49.1)', async () => {
    const entry = entryOn('2027-04-02')
    await post(entry)
    expect(await refusal((tx) => insertEntries(tx, [entry]))).toMatch(/ledger_entries_once/)
  })

  test.each([
    'update ledger_entries set posted_on = posted_on',
    'delete from ledger_entries',
    'truncate ledger_entries cascade',
    'update ledger_lines set amount = amount + 1',
    'delete from ledger_lines where false',
    'truncate ledger_lines',
    'delete from ledger_closings',
    `update ledger_closings set month = '2020-01'`,
    'truncate ledger_closings cascade',
    `update ledger_exports set content = ''`,
    'delete from ledger_exports',
  ])('refuses: %s (R49.1)', async (statement) => {
    expect(await runSql(statement)).toMatch(/^the ledger is append-only: \w+ of ledger_\w+ is refused$/)
  })

  test('refuses further lines for an entry that is complete, even if they balance (R49.1)', async () => {
    const entry = entryOn('2027-04-02')
    await post(entry)
    const [posted] = await listPosted(database.db, ['payment'], [entry.sourceId])
    const added = `insert into ledger_lines (entry_id, position, account, amount)
      values (${posted?.id}, 2, 'bank', 100), (${posted?.id}, 3, 'other', -100)`
    expect(await runSql(added)).toBe('a ledger entry accepts no further lines')
  })
})

const close = (month: string) =>
  runSql(`insert into ledger_closings (month, closed_at) values ('${month}', now())`)

describe('a closed month', () => {
  test('accepts no entry, and the site posts what it learns late on the first open day (R49.3)', async () => {
    expect(await close('2027-01')).toBe('accepted')
    const head = `insert into ledger_entries (posted_on, occurred_at, kind, source, source_id, step, line_count)
      values ('2027-01-31', now(), 'payment', 'payment', 'late', 1, 2)`
    expect(await runSql(head)).toBe('the month of 2027-01-31 is closed')
    const [late, inTime] = [entryOn('2026-12-30'), entryOn('2027-02-03')]
    await post(late, inTime)
    expect(await postedDay(late)).toBe('2027-02-01')
    expect((await listPosted(database.db, ['payment'], [late.sourceId]))[0]?.occurredAt).toEqual(
      late.occurredAt,
    )
    expect(await postedDay(inTime)).toBe('2027-02-03')
  })

  test('closes all months before it, so none of them can be closed later (R49.3)', async () => {
    expect(await close('2026-12')).toBe('month 2026-12 is closed already')
    expect(await close('2027-01')).toMatch(/closed already|ledger_closings_pkey/)
  })
})
