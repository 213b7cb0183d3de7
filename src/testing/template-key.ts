/** Templates of test databases: where the embedded ones are kept between runs, and what they are called. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS_FOLDER } from '#platform/database/migrate.ts'

const ENGINE = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)

/** Beside the installed packages: it goes with them. */
export const TEMPLATES = fileURLToPath(new URL('../../node_modules/.cache/test-database', import.meta.url))

/** A template is named after what it is made from, so that a new migration makes a new one. */
export function templateKey(): string {
  const hash = createHash('sha256').update(readFileSync(ENGINE))
  for (const name of readdirSync(MIGRATIONS_FOLDER).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
