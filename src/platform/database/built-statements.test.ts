import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { expect, test } from 'vitest'
import { built, isAnyOf, placeholders } from './built-statements.ts'
import type { Database } from './database.ts'
import { emails } from './schema/emails.ts'
import { outbox } from './schema/outbox.ts'

/** A database that answers each statement with one row, and what it was asked. */
function answering(row: unknown[]) {
  const asked: { text: string; values: unknown[] }[] = []
  const db = drizzle((text, values) => {
    asked.push({ text, values })
    return Promise.resolve({ rows: [row] })
  })
  return { db: db as unknown as Database, asked }
}

test('a statement is built once, and runs on the database it is given, with the values it is given', async () => {
  let count = 0
  const jobOf = built<{ kind: string; runAt: Date }[], { id: number }>((db) => {
    count += 1
    return db
      .select({ kind: outbox.kind, runAt: outbox.runAt })
      .from(outbox)
      .where(eq(outbox.id, sql.placeholder('id')))
  })
  const one = answering(['email', '2026-07-01 12:00:00+00'])
  const other = answering(['refund', '2026-07-02 12:00:00+00'])
  expect(await jobOf(one.db, { id: 1 })).toEqual([{ kind: 'email', runAt: new Date('2026-07-01T12:00:00Z') }])
  expect(await jobOf(other.db, { id: 2 })).toMatchObject([{ kind: 'refund' }])
  expect(count).toBe(1)
  expect(one.asked.map(({ values }) => values)).toEqual([[1]])
  expect(other.asked).toEqual([{ text: one.asked[0]?.text, values: [2] }])
})

test('values go in as their columns write them, and a null as it is', async () => {
  const insert = built<unknown, { runAt: Date; leasedUntil: Date | null; payload: object }>((db) =>
    db.insert(outbox).values({
      kind: 'email',
      dedupeKey: 'email:1',
      ...placeholders('payload', 'runAt', 'leasedUntil'),
    }),
  )
  const { db, asked } = answering([])
  await insert(db, { runAt: new Date('2026-07-01T12:00:00Z'), leasedUntil: null, payload: { emailId: 1 } })
  expect(asked[0]?.values).toEqual(['email', '{"emailId":1}', 'email:1', '2026-07-01T12:00:00.000Z', null])
})

test('a joined row that is not there is null, as in a statement that is made anew', async () => {
  const jobs = built((db) =>
    db
      .select({ id: outbox.id, email: { id: emails.id, emailType: emails.emailType } })
      .from(outbox)
      .leftJoin(emails, eq(emails.id, outbox.id))
      .where(isAnyOf(outbox.id, 'ids')),
  )
  const { db, asked } = answering([1, null, null])
  expect(await jobs(db, { ids: [1, 2] })).toEqual([{ id: 1, email: null }])
  expect(asked).toMatchObject([{ text: expect.stringContaining('= any($1::int[])'), values: [[1, 2]] }])
})
