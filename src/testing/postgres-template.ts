/** A database of its own on a PostgreSQL server, cloned from a migrated template database there. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { listenOnPostgres } from '#platform/database/listen-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createPool } from '#platform/database/postgres.ts'
import type { TestDatabase } from './database.ts'
import { templateKey } from './template-key.ts'

const LOCK_KEY = 712_013

export async function clonePostgresTemplate(serverUrl: string): Promise<TestDatabase> {
  const template = `template_${templateKey()}`
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, async (server) => {
    await makeTemplate(server, serverUrl, template)
    await server.query(`create database ${name} template ${template}`)
  })
  const url = databaseUrl(serverUrl, name)
  const pool = createPool(url)
  const db = drizzle(pool)
  return {
    db,
    kind: 'postgres',
    url,
    listen: listenOnPostgres(url, db),
    close: async () => {
      await pool.end()
      await onServer(serverUrl, (server) => server.query(`drop database ${name} with (force)`))
    },
  }
}

async function makeTemplate(server: Client, serverUrl: string, template: string): Promise<void> {
  await server.query('select pg_advisory_lock($1)', [LOCK_KEY])
  const known = await server.query('select 1 from pg_database where datname = $1', [template])
  if (known.rowCount === 0) {
    const unfinished = `${template}_unfinished`
    await server.query(`drop database if exists ${unfinished}`)
    await server.query(`create database ${unfinished}`)
    await onServer(databaseUrl(serverUrl, unfinished), (client) => migrate(drizzle(client)))
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
