/** Templates of test databases, made once per set of migrations and kept between runs: where they are, and the one of a whole data folder. */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '#platform/database/embedded.ts'
import { MIGRATIONS_FOLDER } from '#platform/database/migrate.ts'

/** A data folder as a site's first start leaves it: makes `dataDir` with a migrated, empty embedded database in it. */
export async function cloneFolderTemplate(dataDir: string): Promise<void> {
  const template = join(TEMPLATES, `${templateKey()}-folder`)
  if (!existsSync(template)) await makeTemplate(template)
  cpSync(template, dataDir, { recursive: true })
}

async function makeTemplate(template: string): Promise<void> {
  mkdirSync(TEMPLATES, { recursive: true })
  const unfinished = `${template}.${randomUUID()}`
  await (await openEmbedded(unfinished)).close()
  try {
    // Renamed into place whole: another test process may be making the same one.
    renameSync(unfinished, template)
  } catch (error) {
    if (!existsSync(template)) throw error
    rmSync(unfinished, { recursive: true })
  }
}

/** The embedded database's package. */
export const ENGINE = new URL('../../node_modules/@electric-sql/pglite/', import.meta.url)

/** Beside the installed packages: it goes with them. */
export const TEMPLATES = fileURLToPath(new URL('../../node_modules/.cache/test-database', import.meta.url))

/** A template is named after what it is made from, so that a new migration makes a new one. */
export function templateKey(): string {
  const hash = createHash('sha256').update(readFileSync(new URL('package.json', ENGINE)))
  for (const name of readdirSync(MIGRATIONS_FOLDER).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
