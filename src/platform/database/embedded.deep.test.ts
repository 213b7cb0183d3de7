/**
 * Kills the process of the embedded database at random moments. Also simulates power cuts, by discarding what the
 * database has not synced to the disk.
 */
import { sql } from 'drizzle-orm'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cloneFolderTemplate } from '#test/support/template.ts'
import { randomFrom, RUN_SEED } from '#test/support/seeds.ts'
import { openEmbedded } from './embedded.ts'
import { siteFacts } from './schema/site.ts'
import { WatchedFs } from '#test/support/database/watched-fs.ts'

/**
 * A repeated seed gives the same random moments, but the process may be doing something else at each moment.
 */
const random = randomFrom(RUN_SEED)
const KILLS = 50
const POWER_CUTS = 20
const WRITER = fileURLToPath(new URL('../../../test/support/database/writer.ts', import.meta.url))

// Creating and deleting database folders takes seconds on an idle machine, and far longer on a busy one.
vi.setConfig({ hookTimeout: 120_000 })
let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'torture-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/**
 * Returns the keys of the rows in a folder's database. Reads them through the index and through the table,
 * and fails if the two differ.
 */
async function keysIn(dataDir: string): Promise<string[]> {
  const { db, close } = await openEmbedded(dataDir)
  try {
    const through = async (way: 'seqscan' | 'indexscan') => {
      for (const kind of ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan'])
        await db.execute(sql.raw(`set enable_${kind} = ${kind.startsWith(way.slice(0, 3)) ? 'on' : 'off'}`))
      const found = await db.select({ key: siteFacts.key }).from(siteFacts).orderBy(siteFacts.key)
      return found.map((row) => row.key).filter((key) => key.startsWith('ack-'))
    }
    const keys = await through('seqscan')
    expect(await through('indexscan')).toEqual(keys)
    return keys
  } finally {
    await close()
  }
}

/** Starts a process that writes rows. Kills it some milliseconds after its start or its first commit. */
async function killWriter(dataDir: string, round: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, dataDir, `ack-${round}-`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = () => child.kill('SIGKILL')
  const whileOpening = round % 5 === 0
  if (whileOpening) setTimeout(kill, random() * 2000)
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (acknowledged.push(line) === 1 && !whileOpening) setTimeout(kill, random() * 300)
  }
  return acknowledged
}

test(`loses no acknowledged row after kill -9 at ${KILLS} random moments of opening and writing`, async () => {
  const dataDir = join(root, 'killed')
  await cloneFolderTemplate(dataDir)
  const acknowledged: string[] = []
  for (let round = 1; round <= KILLS; round += 1) {
    acknowledged.push(...(await killWriter(dataDir, round)))
    if (round % 10 === 0) expect(await keysIn(dataDir)).toEqual(expect.arrayContaining(acknowledged))
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS)
})

test('opens the database folder after kill -9 during its creation', async () => {
  for (let round = 1; round <= 6; round += 1) {
    const dataDir = join(root, `making-${round}`)
    const child = spawn(process.execPath, [WRITER, dataDir, 'ack-'], { stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('close', resolve))
    setTimeout(() => child.kill('SIGKILL'), 300 + round * 600)
    await ended
    expect(await keysIn(dataDir)).toBeInstanceOf(Array)
  }
})

test(`loses no acknowledged row when the power is cut at ${POWER_CUTS} random moments`, async () => {
  const [dataDir, disk] = [join(root, 'power'), join(root, 'disk')]
  await cloneFolderTemplate(dataDir)
  cpSync(dataDir, disk, { recursive: true })
  const folder = join(dataDir, 'database')
  const { db, close } = await openEmbedded(dataDir, () => new WatchedFs(folder, join(disk, 'database')))
  const acknowledged: string[] = []
  for (let cut = 1; cut <= POWER_CUTS; cut += 1) {
    const commits = 1 + Math.floor(random() * 30)
    for (let count = 0; count < commits; count += 1) {
      const key = `ack-${cut}-${count}`
      await db.insert(siteFacts).values({ key, value: 'x'.repeat(random() * 2000) })
      acknowledged.push(key)
    }
    if (cut % 3 === 0) await db.execute(sql`checkpoint`)
    // The test cuts the power while this statement runs.
    const underWay = db.update(siteFacts).set({ value: `after ${cut}` })
    const [, after] = await Promise.all([underWay, copyOf(disk, cut)])
    expect(await keysIn(after)).toEqual(expect.arrayContaining(acknowledged))
    rmSync(after, { recursive: true })
  }
  await close()
})

async function copyOf(disk: string, cut: number): Promise<string> {
  const copy = `${disk}-after-${cut}`
  cpSync(disk, copy, { recursive: true })
  return copy
}
