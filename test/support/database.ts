/**
 * Opens a migrated, empty database for one test file. By default it is in memory. With
 * TEST_DATABASE=postgres, it is on the server of TEST_DATABASE_URL. Either database is a clone of a template,
 * which is created once for each set of migrations. Cloning takes a fraction of a second.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import type { Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { keepPrepared } from '#platform/database/prepared-statements.ts'
import { createPool } from '#platform/database/postgres.ts'
import { ENGINE, templateKey, TEMPLATES } from './template.ts'

export interface TestDatabase {
  db: Database
  kind: 'embedded' | 'postgres'
  /**
   * The database's URL, with which a test can open a second connection pool to check a lock. Null for an
   * embedded database.
   */
  url: string | null
  close(): Promise<void>
}

/**
 * Returns the kind of database that the tests run on. Tests of locks need `postgres`, because an embedded
 * database has one connection. Nothing waits for a lock there.
 */
export function testDatabaseKind(): 'embedded' | 'postgres' {
  return process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded'
}

/** Opens a new database. A test must close it in `afterAll`. Throws if TEST_DATABASE_URL is missing. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (testDatabaseKind() === 'embedded') return cloneMemoryTemplate()
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL')
  return clonePostgresTemplate(url)
}

// Uses small buffers, because many test files run at the same time, each with its own database.
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']

export async function cloneMemoryTemplate(): Promise<TestDatabase> {
  loaded ??= loadEngine()
  const engine = await PGlite.create('memory://', { ...(await loaded), startParams: START })
  keepPrepared(engine)
  return {
    db: drizzleEmbedded(engine),
    kind: 'embedded',
    url: null,
    close: () => engine.close(),
  }
}

let loaded: ReturnType<typeof loadEngine> | undefined

/**
 * Reads and compiles PGlite and the template once per process. That saves more than half of the time that
 * opening a database takes.
 */
async function loadEngine() {
  return {
    pgliteWasmModule: await WebAssembly.compile(await readFile(new URL('dist/pglite.wasm', ENGINE))),
    fsBundle: new Blob([await readFile(new URL('dist/pglite.data', ENGINE))]),
    loadDataDir: new Blob([await readFile(await image())]),
  }
}

async function image(): Promise<string> {
  const path = join(TEMPLATES, `${templateKey()}.tar`)
  if (existsSync(path)) return path
  await mkdir(TEMPLATES, { recursive: true })
  const engine = await PGlite.create('memory://', {
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [...START, '-c', 'min_wal_size=2MB'],
  })
  await migrate(drizzleEmbedded(engine))
  // Deletes PostgreSQL's own template databases, which are half of the data that each test loads.
  await engine.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await engine.exec(`drop database ${name}`)
  await engine.exec('checkpoint')
  const dumped = await engine.dumpDataDir('none')
  await engine.close()
  // Writes the file under another name and then renames it, because another test process may create the same
  // file at this moment.
  const unfinished = `${path}.${randomUUID()}`
  await writeFile(unfinished, new Uint8Array(await dumped.arrayBuffer()))
  await rename(unfinished, path)
  return path
}

const LOCK_KEY = 712_013

/** Creates a database on a PostgreSQL server, as a clone of the migrated template on that server. */
export async function clonePostgresTemplate(serverUrl: string): Promise<TestDatabase> {
  const template = `template_${templateKey()}`
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, (server) => makeTemplate(server, serverUrl, template))
  const url = await createDatabase(serverUrl, name, template)
  const pool = createPool(url)
  return {
    db: drizzlePostgres(pool),
    kind: 'postgres',
    url,
    close: async () => {
      await pool.end()
      await onServer(serverUrl, (server) => server.query(`drop database ${name} with (force)`))
    },
  }
}

/** Creates a database on a PostgreSQL server, empty or cloned from a template. Returns its URL. */
export async function createDatabase(serverUrl: string, name: string, template = 'template1') {
  await onServer(serverUrl, (server) => server.query(`create database ${name} template ${template}`))
  return databaseUrl(serverUrl, name)
}

async function makeTemplate(server: Client, serverUrl: string, template: string): Promise<void> {
  await server.query('select pg_advisory_lock($1)', [LOCK_KEY])
  const known = await server.query('select 1 from pg_database where datname = $1', [template])
  if (known.rowCount === 0) {
    const unfinished = `${template}_unfinished`
    await server.query(`drop database if exists ${unfinished}`)
    const url = await createDatabase(serverUrl, unfinished)
    await onServer(url, (client) => migrate(drizzlePostgres(client)))
    await server.query(`alter database ${unfinished} rename to ${template}`)
  }
  await server.query('select pg_advisory_unlock($1)', [LOCK_KEY])
}

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
