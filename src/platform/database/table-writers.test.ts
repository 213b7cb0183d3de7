import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const SCHEMA = 'src/platform/database/schema/'
const TABLE = /^export const (\w+) = \w*Table\(/gm
/** The only table that any file may write. It stores small facts, each under its own name. */
const OPEN_TO_ALL = 'siteFacts'
const DRIZZLE_WRITE = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g
const SQL_WRITE =
  /\b(?:insert into|delete from|update)\s+(?:\$\{(\w+)\}|([a-z_]+)\s+(?:\w+\s+)?(?:set|values|where|\())/g

/**
 * Returns the part of the site to which a file belongs: a folder of the domain with its own store, or a
 * folder of `src`.
 */
const partOf = (file: string) =>
  /^src\/domain\/(.+?)\/(?:store|[^/]+\.ts)/.exec(file)?.[1] ?? /^src\/([^/]+)/.exec(file)?.[1] ?? file

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Returns one sentence for each table that files of several parts of the site write. `sources` are the
 * production files by path.
 */
function sharedTables(sources: ReadonlyMap<string, string>): string[] {
  const schema = [...sources].filter(([file]) => file.startsWith(SCHEMA))
  const tables = schema.flatMap(([, source]) => [...source.matchAll(TABLE)].map(([, name = '']) => name))
  const writers = new Map(tables.map((name) => [name, new Set<string>()]))
  writers.delete(OPEN_TO_ALL)
  for (const [file, source] of sources)
    for (const [, name, inSql = ''] of [...source.matchAll(DRIZZLE_WRITE), ...source.matchAll(SQL_WRITE)])
      writers.get(name ?? camelCase(inSql))?.add(partOf(file))
  return [...writers]
    .filter(([, by]) => by.size > 1)
    .map(([table, by]) => `${table} is written by ${[...by].toSorted().join(' and ')}`)
}

test('finds no table that more than one part of the site writes', () => {
  const files = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
  const production = files.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  expect(sharedTables(new Map(production.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

/** Returns the tables that would have several writers if the waitlist's store contained this line. */
const found = (line: string) =>
  sharedTables(
    new Map([
      [`${SCHEMA}all.ts`, 'export const events = pgTable(\nexport const eventPhotos = pgTable('],
      ['src/domain/events/store.ts', 'tx.insert(events); tx.delete(eventPhotos)'],
      ['src/domain/waitlist/store.ts', line],
    ]),
  )

describe('the check that only one part of the site writes each table', () => {
  test.each([
    ['tx\n    .update(events)', 'events'],
    ['sql`delete from event_photos where id = 1`', 'eventPhotos'],
    ['sql`insert into ${events} (id)`', 'events'],
  ])('finds a second writer in the line: %s', (line, table) => {
    expect(found(line)).toEqual([`${table} is written by events and waitlist`])
  })

  test('ignores a line that only reads or locks a table', () => {
    expect(found('sql`select 1 from events for update`; names.delete(name)')).toEqual([])
  })
})
