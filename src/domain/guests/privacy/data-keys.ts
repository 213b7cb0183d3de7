/** Checks that `DATA_KEYS` fit the stored data, and rotates the keys by sealing all data again. */
import type { Database } from '#platform/database/database.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { Sealer } from '#platform/sealing.ts'
import { SEALED_TABLES, type SealedTable } from './sealed-columns.ts'
import { findSealed, tableExists, lockRowsOfOldKeys, type SealedRow, writeRow } from './store/stored-data.ts'

interface Rotated {
  table: string
  /** How many rows had a value sealed under another key. */
  rows: number
}

/** How many rows to seal again per transaction. */
const BATCH = 200

/**
 * Seals every value again that is not under the first key, table by table. Calls `tell` after each table. An
 * interrupted rotation continues at the next call. The site may run at the same time with the same keys in
 * the same order. Throws if a value opens under no key; the finished part stays done.
 */
export async function rotateKeys(
  { db, sealer }: { db: Database; sealer: Sealer },
  report: (rotated: Rotated) => void = () => {},
): Promise<Rotated[]> {
  const done: Rotated[] = []
  for (const sealedTable of SEALED_TABLES) {
    const { table } = sealedTable
    // The sandboxes create their tables at first use, so a table may be missing.
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

/** Returns the row's sealed columns under the first key, and the new hash of its address. */
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
 * The tables to check. One column of each is enough and quick to find: guests have a name, most sessions an
 * address.
 */
const CHECKED_TABLES = new Set(['reservations', 'waitlist_entries', 'sessions'])

/**
 * Throws a one-line error if stored data does not open. Otherwise a site with wrong keys would seal new data
 * under them, and no set of keys could open everything.
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

/** Returns true if a sealed value is intact and one of these keys opens it. */
export function canOpen(sealer: Sealer, ...sealed: Parameters<Sealer['open']>): boolean {
  try {
    sealer.open(...sealed)
    return true
  } catch {
    return false
  }
}
