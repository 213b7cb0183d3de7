import type { PGlite } from '@electric-sql/pglite'

/** PostgreSQL numbers its own types below; above are arrays of rows, of each table of the catalog and of ours. */
const FIRST_MADE = 10_000

/**
 * PGlite learns at its start to read arrays of the rows of every table, and copies all it has learned for each
 * statement: a quarter of a statement's time. Nothing here asks for such arrays.
 */
export function forgetRowArrays({ parsers }: PGlite): void {
  for (const type of Object.keys(parsers)) if (Number(type) >= FIRST_MADE) delete parsers[type]
}
