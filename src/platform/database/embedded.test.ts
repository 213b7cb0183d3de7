/** Tests of the embedded database on a disk: it must survive crashes and power losses. */
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, rows } from './database.ts'
import { DurableNodeFs, type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { openDatabase } from './open.ts'
import { siteFacts } from './schema/site.ts'
import { WatchedFs } from '#test/support/database/watched-fs.ts'

// Starting processes and creating folders takes seconds on an idle machine, and far longer on a busy one.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
let root: string
let made: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'embedded-'))
  made = join(root, 'made')
  await (await openEmbedded(made)).close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Copies the data folder of a site that was started once and never used. */
function freshDataDir(name: string): string {
  const folder = join(root, name)
  cpSync(made, folder, { recursive: true })
  return folder
}

async function keys(db: Database): Promise<string[]> {
  const found = await db.select({ key: siteFacts.key }).from(siteFacts)
  return found.map((row) => row.key).filter((key) => key.startsWith('ack-'))
}

test('keeps written rows across a restart, and reports that the database is ready', async () => {
  const settings = { database: { kind: 'embedded' as const }, dataDir: freshDataDir('restart') }
  const first = await openDatabase(settings)
  await first.db.insert(siteFacts).values({ key: 'ack-1', value: 'kept' })
  await first.close()
  const second = await openDatabase(settings)
  await second.ping()
  expect(await second.migrated()).toBe(true)
  expect(await keys(second.db)).toEqual(['ack-1'])
  const shown = await second.db.execute(sql`select current_setting('fsync') as fsync`)
  expect(rows(shown)).toEqual([{ fsync: 'on' }])
  await second.close()
})

test('updates the query planner’s statistics ten minutes after the start', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { db, close } = await openEmbedded(freshDataDir('upkeep'))
  vi.advanceTimersByTime(10 * 60_000)
  const known = await db.execute(sql`select reltuples::int from pg_class where relname = 'site_facts'`)
  expect(rows(known)).toEqual([{ reltuples: 1 }])
  await close()
})

test('refuses a second process on the same database folder with a one-line message (R20.13)', async () => {
  const dataDir = freshDataDir('shared')
  const first = await openEmbedded(dataDir)
  await expect(openEmbedded(dataDir)).rejects.toThrow(/^DATA_DIR: another running process .+$/)
  await first.close()
  await (await openEmbedded(dataDir)).close()
})

test('refuses a damaged database, and never replaces it with an empty one', async () => {
  const dataDir = freshDataDir('damaged')
  rmSync(join(dataDir, 'database', 'PG_VERSION'))
  await expect(openEmbedded(dataDir)).rejects.toThrow(/^DATA_DIR: .+ holds no whole database\. .+$/)
  expect(existsSync(join(dataDir, 'database', 'global', 'pg_control'))).toBe(true)
})

test('refuses to store bookings if commits do not reach the disk, and then releases the database folder', async () => {
  let closed = false
  class Ignoring extends DurableNodeFs {
    protected override sync(): void {
      this.syncCount -= 1
    }
    override async closeFs(): Promise<void> {
      await super.closeFs()
      closed = true
    }
  }
  const dataDir = freshDataDir('ignoring')
  const opening = openEmbedded(dataDir, (folder) => new Ignoring(folder))
  await expect(opening).rejects.toThrow('does not sync its commits')
  expect(closed).toBe(true)
})

test('loses no acknowledged row after kill -9 between two commits, and leaves the database folder intact', async () => {
  const dataDir = freshDataDir('killed')
  const acknowledged: string[] = []
  for (const round of [1, 2]) {
    const writer = fileURLToPath(new URL('../../../test/support/database/writer.ts', import.meta.url))
    const child = spawn(process.execPath, [writer, dataDir, `ack-${round}-`], { stdio: 'pipe' })
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line)
      if (acknowledged.length >= round * 20) child.kill('SIGKILL')
    }
  }
  const reopened = await openEmbedded(dataDir)
  expect(await keys(reopened.db)).toEqual(expect.arrayContaining(acknowledged))
  await reopened.close()
})

test('ends the process before it acknowledges a commit that the disk refuses to sync', async () => {
  const script = fileURLToPath(new URL('../../../test/support/database/failing-disk.ts', import.meta.url))
  const child = spawn(process.execPath, [script, freshDataDir('failing')], { stdio: 'pipe' })
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) said.push(line)
  const code = child.exitCode ?? (await new Promise((resolve) => child.on('exit', resolve)))
  expect(code).toBe(74)
  expect(said).toEqual(['first acknowledged'])
})

/**
 * Commits rows in a database folder, simulates a power loss, and returns how many rows are still on the disk.
 */
async function afterPowerLoss(name: string, open: (files: WatchedFs) => Promise<Opened>) {
  const lost = freshDataDir(`${name}-after`)
  const folder = join(freshDataDir(name), 'database')
  const database = await open(new WatchedFs(folder, join(lost, 'database')))
  for (let count = 0; count < 20; count += 1) {
    await database.db.insert(siteFacts).values({ key: `ack-${count}`, value: 'x' })
    if (count === 10) await database.db.execute(sql`checkpoint`)
  }
  const reopened = await openEmbedded(lost)
  const kept = await keys(reopened.db)
  await reopened.close()
  await database.close()
  return kept.length
}

const durable = (files: WatchedFs) => openEmbedded(dirname(files.folder), () => files)

type Opened = Pick<EmbeddedDatabase, 'db' | 'close'>

async function asItComes(files: WatchedFs): Promise<Opened> {
  const engine = await PGlite.create({ fs: files })
  return { db: drizzle(engine), close: () => engine.close() }
}

test('keeps every acknowledged commit after a power loss (R20.13)', async () => {
  expect(await afterPowerLoss('power', durable)).toBe(20)
})

test.each([
  ['transactions', 'at the same time'],
  ['transactions', 'in separate turns of the event loop'],
  ['statements', 'at the same time'],
  ['statements', 'in separate turns of the event loop'],
])('syncs %s together that begin %s, and loses none of them in a power loss', async (what, how) => {
  const name = `together-${what}-${how.length}`
  const lost = freshDataDir(`${name}-after`)
  const folder = join(freshDataDir(name), 'database')
  const files = new WatchedFs(folder, join(lost, 'database'))
  const database = await durable(files)
  const before = files.syncCount
  const inTransaction = (key: string) =>
    database.db.transaction(async (tx) => {
      await tx.insert(siteFacts).values({ key, value: 'x' })
      return files.syncCount
    })
  const alone = async (key: string) => {
    const syncs = files.syncCount
    await database.db.insert(siteFacts).values({ key, value: 'x' })
    return syncs
  }
  const write = async (key: string) => {
    const syncs = await (what === 'transactions' ? inTransaction(key) : alone(key))
    expect(files.syncCount, 'acknowledged before it was on the disk').toBeGreaterThan(syncs)
  }
  const writing: Promise<void>[] = []
  for (let count = 0; count < 20; count += 1) {
    writing.push(write(`ack-${count}`))
    if (how !== 'at the same time') await turn()
  }
  await Promise.all(writing)
  expect(files.syncCount - before).toBeLessThan(8)
  const reopened = await openEmbedded(lost)
  expect(await keys(reopened.db)).toHaveLength(20)
  await reopened.close()
  await database.close()
})

test('loses commits in a power loss with the original PGlite, which shows that the power-loss test works', async () => {
  expect(await afterPowerLoss('careless', asItComes)).toBe(0)
})
