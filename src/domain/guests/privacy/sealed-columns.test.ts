/**
 * Tests the list of sealed columns. If a sealed column were not in the list, the purge would not empty it, and a key
 * rotation would make its values unreadable.
 */
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable, pgTable } from 'drizzle-orm/pg-core'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealed } from '#platform/database/schema/columns.ts'
import { EMPTY_PERSON } from '#domain/booking/sealed-guest.ts'
import { SEALED_TABLES } from './sealed-columns.ts'

const SOURCES = ['../../../platform/database/schema/*.ts', '../../../dev/*/{tables,store}.ts']

/** Returns `table.name column` for every sealed column that the code declares. */
async function sealedInCode(): Promise<string[]> {
  const files = SOURCES.flatMap((pattern) => globSync(join(import.meta.dirname, pattern)))
  const modules = await Promise.all(
    files.map(async (file) => (await import(file)) as Record<string, unknown>),
  )
  const tables = new Set(
    modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable))),
  )
  return [...tables].flatMap((table) => {
    const { schema } = getTableConfig(table)
    const name = schema ? `${schema}.${getTableName(table)}` : getTableName(table)
    return Object.entries(getTableColumns(table))
      .filter(([, column]) => isSealed(column))
      .map(([property, column]) => `${name}.${property} ${column.name}`)
  })
}

const SEALED = pgTable('any', { value: sealed('value') }).value

/**
 * Returns true if a column is sealed. All other types of columns remove the invisible character from the text below
 * when they read it.
 */
const isSealed = (column: PgColumn) =>
  column.columnType === SEALED.columnType && column.mapFromDriverValue('s1.\u200b') === 's1.\u200b'

const listed = () =>
  SEALED_TABLES.flatMap(({ table, columns }) =>
    Object.entries(columns).map(([property, { column }]) => `${table}.${property} ${column}`),
  )

test('lists every sealed column of the schema and the sandboxes, and no other column (R18.1)', async () => {
  const inCode = await sealedInCode()
  expect(inCode.length).toBeGreaterThan(20)
  expect(listed().toSorted()).toEqual(inCode.toSorted())
})

test('lists for the purge all sealed columns of a reservation, and the hash of the e-mail address', () => {
  const [{ columns, lookup } = SEALED_TABLES[0]!] = SEALED_TABLES
  expect(Object.keys(EMPTY_PERSON).toSorted()).toEqual([...Object.keys(columns), 'emailHash'].toSorted())
  expect(lookup?.column).toBe('email_hash')
})
