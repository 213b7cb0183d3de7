/** The embedded database in memory, loaded from a migrated image kept beside the installed packages. */
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listenOnEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { keepFewParsers } from '#platform/database/array-parsers.ts'
import type { TestDatabase } from './database.ts'
import { TEMPLATES, templateKey } from './template-key.ts'

// Small buffers: many test files are open at once, each with its own database.
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']

export async function cloneMemoryTemplate(): Promise<TestDatabase> {
  const loadDataDir = new Blob([await readFile(await template())])
  const engine = await PGlite.create('memory://', { loadDataDir, startParams: START })
  keepFewParsers(engine)
  return {
    db: drizzle(engine),
    kind: 'embedded',
    url: null,
    listen: listenOnEmbedded(engine),
    close: () => engine.close(),
  }
}

async function template(): Promise<string> {
  const path = join(TEMPLATES, `${templateKey()}.tar`)
  if (existsSync(path)) return path
  await mkdir(TEMPLATES, { recursive: true })
  const engine = await PGlite.create('memory://', {
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [...START, '-c', 'min_wal_size=2MB'],
  })
  await migrate(drizzle(engine))
  // Half of what each test would load: the databases that new ones are made from.
  await engine.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await engine.exec(`drop database ${name}`)
  await engine.exec('checkpoint')
  const image = await engine.dumpDataDir('none')
  await engine.close()
  // Renamed into place whole: another test process may be making the same one.
  const unfinished = `${path}.${randomUUID()}`
  await writeFile(unfinished, new Uint8Array(await image.arrayBuffer()))
  await rename(unfinished, path)
  return path
}
