/**
 * Creates templates of test databases, once for each set of migrations, and keeps them for later runs. Also
 * copies the template of a data folder.
 */
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '#platform/database/embedded.ts'
import { MIGRATIONS_FOLDER } from '#platform/database/migrate.ts'

/**
 * Creates a data folder like that of a site after its first start, with a migrated and empty embedded
 * database.
 */
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
    // Renames the finished template, because another test process may create the same template at this
    // moment.
    renameSync(unfinished, template)
  } catch (error) {
    if (!existsSync(template)) throw error
    rmSync(unfinished, { recursive: true })
  }
}

/** The folder of the package PGlite, the embedded database. */
export const ENGINE = new URL('../../node_modules/@electric-sql/pglite/', import.meta.url)

/** The folder of the templates. It is inside `node_modules`, so `npm ci` deletes the templates too. */
export const TEMPLATES = fileURLToPath(new URL('../../node_modules/.cache/test-database', import.meta.url))

/**
 * Returns the name of a template. The name depends on the migrations, so that a new migration leads to a new
 * template.
 */
export function templateKey(): string {
  const hash = createHash('sha256').update(readFileSync(new URL('package.json', ENGINE)))
  for (const name of readdirSync(MIGRATIONS_FOLDER).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
