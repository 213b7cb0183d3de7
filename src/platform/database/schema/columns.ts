/** Column types used throughout the schema. */
import { sql, type SQL } from 'drizzle-orm'
import { check, customType, timestamp } from 'drizzle-orm/pg-core'
import { visibleName, visibleText } from '#shared/text.ts'

declare const sealedMark: unique symbol
/**
 * A personal value encrypted by `Sealer.seal`. Only `platform/aes-sealer.ts` creates it, so plain text cannot
 * be stored by mistake.
 */
export type Sealed = string & { readonly [sealedMark]: true }

/** Creates a column for an encrypted personal value (R18.1). Add `sealedOnly` to the table's constraints. */
export const sealed = customType<{ data: Sealed; driverData: string }>({ dataType: () => 'text' })

/**
 * Creates a column for an owner's text. Invisible characters in rows from before R47.1 are removed when read.
 */
export const words = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (text) => visibleText(String(text)),
})

/**
 * Creates a column for the name of an event, room or option. Reading it never returns an invisible name,
 * which nobody could click.
 */
export const thingName = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (text) => visibleName(String(text)),
})

/** Creates a column for an instant, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** Makes the database refuse unencrypted text in the named columns. Null is allowed. */
export function sealedOnly(table: string, ...columns: string[]) {
  const looksSealed: SQL[] = columns.map((name) => sql`${sql.identifier(name)} like 's1.%'`)
  return check(`${table}_sealed`, sql.join(looksSealed, sql` and `))
}

/** Requires that all the named columns are null. */
export const allNull = (columns: string[]) =>
  sql.join(
    columns.map((name) => sql`${sql.identifier(name)} is null`),
    sql` and `,
  )

/** Requires that the column contains one of the listed words. */
export function oneOf(name: string, column: string, words: readonly string[]) {
  const list = sql.join(
    words.map((word) => sql.raw(`'${word}'`)),
    sql`, `,
  )
  return check(name, sql`${sql.identifier(column)} in (${list})`)
}
