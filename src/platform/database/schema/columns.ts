/** Column kinds used throughout the schema. */
import { sql, type SQL } from 'drizzle-orm'
import { check, customType, timestamp } from 'drizzle-orm/pg-core'
import { visibleName, visibleText } from '#shared/text.ts'

declare const sealedMark: unique symbol
/** A personal value after `Sealer.seal`; only `platform/aes-sealer.ts` makes one, so plain text cannot be stored by mistake. */
export type Sealed = string & { readonly [sealedMark]: true }

/** A column for a personal value, sealed (R18.1). Pair it with `sealedOnly` in the table's constraints. */
export const sealed = customType<{ data: Sealed; driverData: string }>({ dataType: () => 'text' })

/** A column for words of the owner. Rows from before R47.1 may hold marks that nobody sees: they are read without them. */
export const words = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (text) => visibleText(String(text)),
})

/** The same for the name of an event, a room or a choice, which always has something to press. */
export const thingName = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (text) => visibleName(String(text)),
})

/** A point in time, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** The database itself refuses unsealed text in the named columns (null passes). */
export function sealedOnly(table: string, ...columns: string[]) {
  const looksSealed: SQL[] = columns.map((name) => sql`${sql.identifier(name)} like 's1.%'`)
  return check(`${table}_sealed`, sql.join(looksSealed, sql` and `))
}

/** Nothing stands in any of the named columns. */
export const allNull = (columns: string[]) =>
  sql.join(
    columns.map((name) => sql`${sql.identifier(name)} is null`),
    sql` and `,
  )

/** The column holds one of the listed words. */
export function oneOf(name: string, column: string, words: readonly string[]) {
  const list = sql.join(
    words.map((word) => sql.raw(`'${word}'`)),
    sql`, `,
  )
  return check(name, sql`${sql.identifier(column)} in (${list})`)
}
