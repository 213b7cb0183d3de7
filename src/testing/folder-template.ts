/** A data folder as a site's first start leaves it, copied from one that is made once per set of migrations. */
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '#platform/database/embedded.ts'
import { TEMPLATES, templateKey } from './template-key.ts'

/** Makes `dataDir` with a migrated, empty embedded database in it. */
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
