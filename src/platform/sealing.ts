/**
 * Personal values in the database are sealed (R18.1), bound to the place where each stands, so that one that is moved elsewhere does not
 * open. Here whole records are; the keys and the cipher are in `aes-sealer.ts`.
 */
import { visibleName, visibleText } from '#shared/text.ts'
import type { Sealed } from './database/schema/columns.ts'

/** The place of a sealed value. `row` is the row's uuid; `column` is the property's name in the schema (`customerName`). */
export interface Place {
  table: string
  row: string
  column: string
}

export interface Sealer {
  /** The id of the first key, under which everything new is sealed. */
  readonly keyId: string
  /** The ids of all keys that open. */
  readonly keyIds: readonly string[]
  seal(place: Place, value: string): Sealed
  /** Throws when the value was changed, moved, or sealed under a key that is not there: never an expected outcome. */
  open(place: Place, value: Sealed): string
  /** Keyed hash of an e-mail address (as `addressKey` compares it) under the first key: what a new row stores. */
  lookup(email: string): string
  /** The hashes under all keys: what a search compares with, so that rows from before a rotation are found. */
  lookups(email: string): string[]
}

type Unsealed<Field> = Field extends string ? string : Field
type Sealing<Field> = Field extends string ? Sealed : Field

/** Seals every value of a record for one row; null and undefined pass. */
export function sealRecord<R extends Record<string, string | null | undefined>>(
  sealer: Sealer,
  row: Omit<Place, 'column'>,
  record: R,
): { [Column in keyof R]: Sealing<R[Column]> } {
  const sealed = Object.entries(record).map(([column, value]) => [
    column,
    typeof value === 'string' ? sealer.seal({ ...row, column }, value) : value,
  ])
  return Object.fromEntries(sealed) as { [Column in keyof R]: Sealing<R[Column]> }
}

/** Opens these columns of a row of a table, and no others; null and undefined pass. */
export function openColumns<Name extends string, Row extends Record<Name, Sealed | null | undefined>>(
  sealer: Sealer,
  table: string,
  row: Row & { uuid: string },
  ...names: Name[]
): { [Column in Name]: Unsealed<Row[Column]> } {
  const opened = names.map((column) => {
    const value: Sealed | null | undefined = row[column]
    if (typeof value !== 'string') return [column, value]
    const text = sealer.open({ table, row: row.uuid, column }, value)
    // Rows from before R47.1 may hold marks that nobody sees.
    return [column, column === 'customerName' ? visibleName(text) : visibleText(text)]
  })
  return Object.fromEntries(opened) as { [Column in Name]: Unsealed<Row[Column]> }
}

/** A person's name of a row; null once it was deleted. */
export const openName = (
  sealer: Sealer,
  table: 'reservations' | 'waitlist_entries',
  row: { uuid: string; customerName: Sealed | null },
) => openColumns(sealer, table, row, 'customerName').customerName
