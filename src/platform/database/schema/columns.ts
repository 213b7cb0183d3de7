/** Column types that all tables use. */
import { sql, type SQL } from 'drizzle-orm'
import { check, customType, timestamp } from 'drizzle-orm/pg-core'
import { visibleName, visibleText } from '#shared/text.ts'

declare const sealedMark: unique symbol
/**
 * A personal value that `Sealer.seal` has encrypted. Only `platform/aes-sealer.ts` creates values of this
 * type, so that plain text cannot be stored by mistake.
 */
export type Sealed = string & { readonly [sealedMark]: true }

/**
 * Creates a column for an encrypted personal value (R18.1). Also add `sealedOnly` to the constraints of the
 * table.
 */
export const sealed = customType<{ data: Sealed; driverData: string }>({ dataType: () => 'text' })

/**
 * Creates a column for a text that an admin writes. Reading an old row (from before R47.1) removes invisible
 * characters from the text.
 */
export const words = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (text) => visibleText(String(text)),
})

/**
 * Creates a column for the name of an event, room or option. Reading the column replaces an invisible name,
 * because nobody could click on it.
 */
export const thingName = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (text) => visibleName(String(text)),
})

/** Creates a column for an instant, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** Creates a constraint by which the database refuses unencrypted text in these columns. Null is allowed. */
export function sealedOnly(table: string, ...columns: string[]) {
  const looksSealed: SQL[] = columns.map((name) => sql`${sql.identifier(name)} like 's1.%'`)
  return check(`${table}_sealed`, sql.join(looksSealed, sql` and `))
}

/** SQL condition: all these columns are null. */
export const allNull = (columns: string[]) =>
  sql.join(
    columns.map((name) => sql`${sql.identifier(name)} is null`),
    sql` and `,
  )

/** Creates a constraint by which a column can contain only one of these words. */
export function oneOf(name: string, column: string, words: readonly string[]) {
  const list = sql.join(
    words.map((word) => sql.raw(`'${word}'`)),
    sql`, `,
  )
  return check(name, sql`${sql.identifier(column)} in (${list})`)
}
