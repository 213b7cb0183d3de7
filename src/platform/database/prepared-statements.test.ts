/**
 * Checks that prepared statements return results and fail exactly like PGlite's own queries, and that their
 * number stays limited.
 */
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPrepared } from './prepared-statements.ts'

let plain: PGlite
let kept: PGlite
beforeAll(async () => {
  plain = await PGlite.create('memory://')
  kept = await PGlite.create('memory://')
  for (const engine of [plain, kept])
    await engine.exec(
      'create table t (id serial primary key, n int, s text unique, b boolean, j jsonb, d date, at timestamptz, a int[], x numeric, big bigint)',
    )
  keepPrepared(kept)
}, 60_000)
afterAll(() => Promise.all([plain.close(), kept.close()]))

const both = <T>(ask: (engine: PGlite) => Promise<T>) => Promise.all([ask(plain), ask(kept)])
const asked = async (engine: PGlite, text: string, params: unknown[], rowMode?: 'array') => {
  const { rows, affectedRows, fields } = await engine.query(text, params, rowMode ? { rowMode } : {})
  return { rows, affectedRows, fields: fields.map(({ name, dataTypeID }) => [name, dataTypeID]) }
}
const codeOf = (failed: { code?: string }) => failed.code

const WHOLE = [
  true,
  { a: [1] },
  '2027-01-01',
  new Date('2027-01-01T00:00:00Z'),
  [1, 2],
  '1.5',
  12_345_678_901n,
]

test.each<[string, unknown[]]>([
  [
    'insert into t (n, s, b, j, d, at, a, x, big) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *',
    [1, 'ä', ...WHOLE],
  ],
  ['insert into t (n, s) values ($1, $2)', [null, undefined]],
  ['select * from t where n = $1 or $1 is null order by id', [null]],
  ['select count(*)::int as count, sum(n) as sum, array_agg(s) from t', []],
  ['update t set n = 2 where id = any($1)', [[1, 2]]],
  ['delete from t where n = $1', [99]],
  ["select 'x' as a, 'y' as a", []],
])('returns with a prepared statement the same as PGlite’s own query for: %s', async (text, params) => {
  const unique = (time: number) => (text.includes('returning') ? params.with(1, `ä ${time}`) : params)
  // From the sixth execution of a statement on, PostgreSQL may use a cached plan.
  for (let time = 0; time < 7; time += 1)
    for (const mode of [undefined, 'array'] as const) {
      const [own, ours] = await both((engine) => asked(engine, text, unique(mode ? time : -time - 1), mode))
      expect(ours).toEqual(own)
    }
})

test.each<[string, unknown[]]>([
  ['select nothing', []],
  ['insert into t (s) values ($1)', ['ä 0']],
  ['select 1 / $1::int as one', [0]],
])('fails each time with a prepared statement like PGlite’s own query for: %s', async (text, params) => {
  for (let time = 0; time < 3; time += 1) {
    const [own, ours] = await both((engine) => engine.query(text, params).then(() => null, codeOf))
    expect(own).toEqual(expect.any(String))
    expect(ours).toBe(own)
  }
})

test('runs a prepared statement again with other values after it has failed', async () => {
  expect((await kept.query('select 1 / $1::int as one', [1])).rows).toEqual([{ one: 1 }])
})

const failing = (engine: PGlite) =>
  engine
    .transaction(async (tx) => {
      await tx.query('insert into t (n) values ($1)', [77])
      const first = await tx.query('insert into t (s) values ($1)', ['ä 0']).catch(codeOf)
      const next = await tx.query('select 1').catch(codeOf)
      throw new Error(`${String(first)} ${String(next)}`)
    })
    .catch((error: unknown) => String(error))

test('refuses statements after a failed one, and rolls back the whole transaction', async () => {
  const [own, ours] = await both(failing)
  expect(own).toContain('23505 25P02')
  expect(ours).toBe(own)
  expect((await kept.query('select 1 from t where n = 77')).rows).toEqual([])
})

test('supports savepoints, and refuses statements after the end of a transaction', async () => {
  let after: (() => Promise<unknown>) | undefined
  const rows = await kept.transaction(async (tx) => {
    after = () => tx.query('select 1')
    await tx.query('savepoint one')
    await tx.query('insert into t (n) values ($1)', [78])
    await tx.query('rollback to savepoint one')
    await tx.query('insert into t (n) values ($1)', [79])
    return (await tx.query('select n from t where n > 77')).rows
  })
  expect(rows).toEqual([{ n: 79 }])
  await expect(after?.()).rejects.toThrow('Transaction is closed')
})

const insert = (n: number) => (tx: Transaction) => tx.query('insert into t (n) values ($1)', [n])
const numbers = async (from: number) =>
  (await kept.query<{ n: number }>('select n from t where n >= $1 order by n', [from])).rows.map(({ n }) => n)

test('rolls back only the failed ones of several simultaneous transactions, even if a caller ignored the error', async () => {
  const ended = await Promise.allSettled([
    kept.transaction(insert(100)),
    kept.transaction(insert(101)),
    kept.transaction(async (tx) => {
      await insert(102)(tx)
      throw new Error('thought better of it')
    }),
    kept.transaction(async (tx) => {
      await insert(103)(tx)
      await tx.query('select nothing').catch(() => {})
    }),
    kept.transaction(insert(104)),
  ])
  expect(ended.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(String((ended[2] as PromiseRejectedResult).reason)).toContain('thought better of it')
  expect(await numbers(100)).toEqual([100, 101, 104])
})

test('rolls back only the failed ones of several simultaneous statements and transactions', async () => {
  const add = (n: number, s: string) => kept.query('insert into t (n, s) values ($1, $2)', [n, s])
  const ended = await Promise.allSettled([
    add(300, 'three hundred'),
    add(301, 'three hundred'),
    kept.transaction(insert(302)),
    kept.query('update t set n = 304 where n = $1', [302]),
    kept.query('with added as (insert into t (n) values ($1) returning n) select n from added', [305]),
  ])
  expect(ended.map((one) => (one.status === 'fulfilled' ? 'done' : codeOf(one.reason)))).toEqual([
    'done',
    '23505',
    'done',
    'done',
    'done',
  ])
  expect(await numbers(300)).toEqual([300, 304, 305])
})

test('fails all transactions of a group if the group’s commit fails, and reports no success before', async () => {
  await kept.exec('create table later (n int, unique (n) deferrable initially deferred)')
  const put = (n: number) =>
    kept.transaction(async (tx) => (await tx.query('insert into later values ($1)', [n])).affectedRows)
  expect(await put(1)).toBe(1)
  const ended = await Promise.allSettled([put(2), put(2), put(3)])
  expect(ended.map((one) => (one.status === 'fulfilled' ? one.value : codeOf(one.reason)))).toEqual([
    '23505',
    '23505',
    '23505',
  ])
  expect((await kept.query('select n from later')).rows).toEqual([{ n: 1 }])
})

test('refuses a statement of a transaction that has ended, while other transactions of its group still run', async () => {
  let first: Transaction | undefined
  const tries = [1, 2, 3].map((number) =>
    kept.transaction(async (tx) => {
      if (number < 3) first = tx
      else await first?.query('select 1')
    }),
  )
  await expect(tries[2]).rejects.toThrow('Transaction is closed')
  await Promise.all(tries.slice(0, 2))
})

test('delivers change notifications to listeners although statements are prepared', async () => {
  const heard: string[] = []
  const stop = await kept.listen('words', (word) => heard.push(word))
  await kept.query('select pg_notify($1, $2)', ['words', 'hello'])
  await expect.poll(() => heard).toEqual(['hello'])
  await stop()
})

test('closes the prepared statements that were not used for the longest time', async () => {
  for (let number = 0; number < 400; number += 1) await kept.query(`select ${number} as number`)
  const { rows } = await kept.query<{ count: number }>(
    'select count(*)::int as count from pg_prepared_statements',
  )
  expect(rows[0]?.count).toBeGreaterThan(200)
  expect(rows[0]?.count).toBeLessThanOrEqual(251)
})
