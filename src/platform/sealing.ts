/**
 * Encrypts ("seals") personal values in the database (R18.1). A value is bound to its table, row and column,
 * so a copy in another place cannot be decrypted. This file is about whole records. The keys and the cipher
 * are in `aes-sealer.ts`.
 */
import { visibleName, visibleText } from '#shared/text.ts'
import type { Sealed } from './database/schema/columns.ts'

/**
 * The place of an encrypted value: `row` is the uuid of the row, and `column` the name of the property in the schema
 * (`customerName`).
 */
export interface Place {
  table: string
  row: string
  column: string
}

export interface Sealer {
  /** The id of the first encryption key, which encrypts all new values. */
  readonly keyId: string
  /** The ids of all keys that can decrypt values. */
  readonly keyIds: readonly string[]
  seal(place: Place, value: string): Sealed
  /**
   * Decrypts a value. Throws if the encrypted value was changed or moved, or if its key is missing. None of
   * these happens in normal operation.
   */
  open(place: Place, value: Sealed): string
  /**
   * Returns the hash of an e-mail address (normalized by `addressKey`) with the first encryption key. New
   * rows store this hash.
   */
  lookup(email: string): string
  /**
   * Returns the hashes of an e-mail address with all keys. Searches use them to find rows from before a
   * rotation of keys.
   */
  lookups(email: string): string[]
}

type Unsealed<Field> = Field extends string ? string : Field
type Sealing<Field> = Field extends string ? Sealed : Field

/** Encrypts every value of a record for one row. Leaves null and undefined unchanged. */
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

/** Decrypts only the named columns of a row. Leaves null and undefined unchanged. */
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
    // Removes invisible characters, which rows from before R47.1 may contain.
    return [column, column === 'customerName' ? visibleName(text) : visibleText(text)]
  })
  return Object.fromEntries(opened) as { [Column in Name]: Unsealed<Row[Column]> }
}

/** Decrypts a person's name. Returns null if the name was deleted. */
export const openName = (
  sealer: Sealer,
  table: 'reservations' | 'waitlist_entries',
  row: { uuid: string; customerName: Sealed | null },
) => openColumns(sealer, table, row, 'customerName').customerName
