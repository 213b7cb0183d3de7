/**
 * Checks that the data keys in `DATA_KEYS` open the stored data, and rotates the keys by encrypting all data again.
 */
import type { Database } from '#platform/database/database.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { Sealer } from '#platform/sealing.ts'
import { SEALED_TABLES, type SealedTable } from './sealed-columns.ts'
import { findSealed, tableExists, lockRowsOfOldKeys, type SealedRow, writeRow } from './store/stored-data.ts'

interface Rotated {
  table: string
  /** Number of rows with a value that was not sealed with the first key of `DATA_KEYS`. */
  rows: number
}

/** Number of rows that one transaction seals again. */
const BATCH = 200

/**
 * Seals all values again that are not sealed with the first key of `DATA_KEYS`, table by table. Calls `report` after
 * each table. If interrupted, the next call continues. The site may run at the same time, with the same keys in the
 * same order. Throws if no key opens a value, but keeps the rows that are already sealed again.
 */
export async function rotateKeys(
  { db, sealer }: { db: Database; sealer: Sealer },
  report: (rotated: Rotated) => void = () => {},
): Promise<Rotated[]> {
  const done: Rotated[] = []
  for (const sealedTable of SEALED_TABLES) {
    const { table } = sealedTable
    // A sandbox creates its tables when the site first uses it, so this table may not exist.
    if (!(await tableExists(db, table))) continue
    let count = 0
    for (;;) {
      const found = await rotateBatch(db, sealer, sealedTable)
      count += found
      if (found < BATCH) break
    }
    report({ table, rows: count })
    done.push({ table, rows: count })
  }
  return done
}

const rotateBatch = async (db: Database, sealer: Sealer, sealedTable: SealedTable): Promise<number> =>
  db.transaction(async (tx) => {
    const found = await lockRowsOfOldKeys(tx, sealedTable, { keyId: sealer.keyId, limit: BATCH })
    for (const row of found)
      await writeRow(tx, sealedTable, { row, changes: resealed(sealer, sealedTable, row) })
    return found.length
  })

/**
 * Returns the sealed columns of a row, sealed again with the first key, and the new hash of the row's e-mail address.
 */
function resealed(sealer: Sealer, { table, columns, lookup }: SealedTable, old: SealedRow) {
  const row = old.keys.join(' ')
  const changes: Record<string, string> = {}
  for (const [name, { column }] of Object.entries(columns)) {
    const value = old.values[column]
    if (!value) continue
    const place = { table, row, column: name }
    const open = sealer.open(place, value as Sealed)
    changes[column] = sealer.seal(place, open)
    if (lookup?.of === name && old.values[lookup.column]) changes[lookup.column] = sealer.lookup(open)
  }
  return changes
}

/**
 * The tables in which to check whether the keys open the data. One column per table is enough: every guest has a
 * name, and most sessions have an address.
 */
const CHECKED_TABLES = new Set(['reservations', 'waitlist_entries', 'sessions'])

/**
 * Throws an error with a one-line message if the site's keys do not open the stored data. Without this check, a site
 * with wrong keys would seal new data with them. Then no set of keys would open everything.
 */
export async function expectOwnKeys({ db, sealer }: { db: Database; sealer: Sealer }): Promise<void> {
  for (const { table, keys, columns } of SEALED_TABLES.filter((each) => CHECKED_TABLES.has(each.table))) {
    const [[name, { column }] = ['', { column: '' }]] = Object.entries(columns)
    const found = await findSealed(db, { table, keys, column })
    if (!found || canOpen(sealer, { table, row: found.row, column: name }, found.value)) continue
    throw new Error(
      `DATA_KEYS: these are not the keys of what is in the database: reading ${table} fails. Set those that it was sealed with, or put DATA_DIR/secrets back.`,
    )
  }
}

/** Returns true if a sealed value is undamaged and one of the keys opens it. */
export function canOpen(sealer: Sealer, ...sealed: Parameters<Sealer['open']>): boolean {
  try {
    sealer.open(...sealed)
    return true
  } catch {
    return false
  }
}
