/** Whether the keys are those of the data that is there: looked at before anything is served, or sealed under others. */
import type { Database } from '#platform/database/database.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { Sealer } from '#platform/sealing.ts'
import { SEALED_TABLES } from '../sealed-columns.ts'
import { findSealed } from './store.ts'

/** One column of each is enough, and found at once: guests have a name, sessions mostly an address. */
const LOOKED_AT = new Set(['reservations', 'waitlist_entries', 'sessions'])

/**
 * Throws one clear line when what is there does not open. Without this a site with wrong keys would seal what is new under
 * them, and nobody could read all of it any more.
 */
export async function expectOwnKeys({ db, sealer }: { db: Database; sealer: Sealer }): Promise<void> {
  for (const { table, keys, columns } of SEALED_TABLES.filter((each) => LOOKED_AT.has(each.table))) {
    const [[name, { column }] = ['', { column: '' }]] = Object.entries(columns)
    const found = await findSealed(db, { table, keys, column })
    if (!found || opens(sealer, { table, row: found.row, column: name }, found.value)) continue
    throw new Error(
      `DATA_KEYS: these are not the keys of what is in the database: reading ${table} fails. Set those that it was sealed with, or put DATA_DIR/secrets back.`,
    )
  }
}

function opens(sealer: Sealer, ...sealed: [Parameters<Sealer['open']>[0], Sealed]): boolean {
  try {
    sealer.open(...sealed)
    return true
  } catch {
    return false
  }
}
