/**
 * Runs the backup commands as separate processes, as an operator does. A command that is killed at any moment
 * may leave nothing incomplete.
 */
import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkArchive } from '#domain/desk/backup/archive.ts'
import { madeAtOf } from '#domain/desk/backup/rules.ts'
import { addGroups } from '#test/support/backup/backup-site.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { type Database, rows } from '#platform/database/database.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { openDatabase } from '#platform/database/open.ts'
import { openSession } from '#platform/database/postgres.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { readSettings } from '#platform/settings.ts'
import { openTestDatabase, testDatabaseKind } from '#test/support/database.ts'
import { startProcess } from '#test/support/process.ts'
import { cloneFolderTemplate } from '#test/support/template.ts'
import { answerRequests } from './backup-requests.ts'
import { createBackupMaker } from './nightly-backup.ts'

/** With this many calendar entries, each command runs long enough to be killed while it works. */
const CALENDAR_EVENTS = 20_000

let root: string
let dataDir: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-commands-'))
  dataDir = join(root, 'site')
  await cloneFolderTemplate(dataDir)
  const { dataKeys } = await loadSecrets({
    dataDir,
    sessionSecret: null,
    dataKeys: null,
    devAdminPassword: null,
  })
  const { db, close } = await openEmbedded(dataDir)
  await addGroups({ db, sealer: createSealer(dataKeys), now: () => new Date() })
  await db.execute(sql`insert into calendar_events (title, start_day, end_day, color)
    select md5(n::text), '2027-01-01', '2027-01-02', '#112233' from generate_series(1, ${CALENDAR_EVENTS}::int) n`)
  await close()
})
afterAll(() => rm(root, { recursive: true }))

type Command = 'backup' | 'restore' | 'move-to-postgres'

async function run(command: Command, args: string[], env: Record<string, string> = {}) {
  const started = give(command, args, env)
  const status = await started.ended
  const { stdout, stderr } = started.output()
  return { status, stdout, stderr }
}

function give(command: Command, args: string[], env: Record<string, string> = {}) {
  return startProcess({ DATA_DIR: dataDir, ...env }, [`src/server/backup/${command}.ts`, ...args])
}

async function newFolder(): Promise<string> {
  return mkdtemp(join(root, 'folder-'))
}

/** Creates the data folder of a new machine, which has nothing but the old machine's keys. */
async function newMachine(): Promise<string> {
  const folder = await newFolder()
  cpSync(join(dataDir, 'secrets'), join(folder, 'secrets'), { recursive: true })
  return folder
}

/** Returns numbers that must be consistent in a backup, such as the shares of a party and its invoices. */
async function countsOf(db: Database): Promise<unknown> {
  const found = await db.execute(sql`select (select count(*)::int from calendar_events) as days,
    (select count(*)::int from reservations) as guests, (select coalesce(sum(share), 0)::int from reservations where party_id is not null) as shares,
    (select coalesce(sum(amount), 0)::int from invoice_lines) as lines, (select coalesce(sum(price), 0)::int from reservation_options) as choices,
    (select count(*)::int from room_assignments) as places, (select coalesce(sum(size), 0)::int from waitlist_entries) as waiting`)
  return rows(found)[0]
}

async function countsIn(folder: string): Promise<unknown> {
  const { db, close } = await openEmbedded(folder)
  try {
    return await countsOf(db)
  } finally {
    await close()
  }
}

const ALL = {
  days: CALENDAR_EVENTS,
  guests: 2,
  shares: 180_000,
  lines: 180_000,
  choices: 8_000,
  places: 2,
  waiting: 3,
}
const NOTHING = { days: 0, guests: 0, shares: 0, lines: 0, choices: 0, places: 0, waiting: 0 }

let backup: string
test('backs up a stopped site, and restores the backup on a machine that has only the site’s keys', async () => {
  const folder = await newFolder()
  const made = await run('backup', [folder])
  expect(made).toMatchObject({ status: 0, stderr: '' })
  const [name = ''] = await readdir(folder)
  expect(madeAtOf(name)).not.toBeNull()
  backup = join(folder, name)
  expect(made.stdout).toContain(backup)

  const target = await newMachine()
  expect(await run('restore', [backup], { DATA_DIR: target })).toMatchObject({ status: 0, stderr: '' })
  expect(await countsIn(target)).toEqual(ALL)
  const again = await run('restore', [backup], { DATA_DIR: target })
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('not empty') as string })
  expect(await run('restore', [backup, '--replace'], { DATA_DIR: target })).toMatchObject({ status: 0 })
  expect(await countsIn(target)).toEqual(ALL)

  const cut = join(folder, 'cut.tar.gz')
  const bytes = await readFile(backup)
  await writeFile(cut, bytes.subarray(0, bytes.length - 1))
  expect(await run('restore', [cut, '--replace'], { DATA_DIR: target })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing was restored. This backup is incomplete') as string,
  })
  expect(await countsIn(target)).toEqual(ALL)

  const stranger = await run('restore', [backup], { DATA_DIR: await newFolder() })
  expect(stranger).toMatchObject({ status: 1, stderr: expect.stringContaining('another key') as string })
})

test('makes a running site create the backup on request, while the site goes on serving', async () => {
  const read = readSettings({ DATA_DIR: dataDir })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const settings = { ...read.settings, ...(await loadSecrets(read.settings)) }
  const database = await openDatabase(settings)
  const { makeAt, make } = createBackupMaker({ settings, copyTo: database.copyTo })
  const stop = answerRequests(dataDir, makeAt)
  try {
    const path = join(await newFolder(), 'asked.tar.gz')
    const asked = run('backup', [path])
    let served = 0
    const serving = asked.then(() => true)
    while (!(await Promise.race([serving, sleep(50, false)]))) {
      await database.ping()
      served += 1
    }
    expect(await asked).toMatchObject({ status: 0, stderr: '' })
    expect(served).toBeGreaterThan(5)
    const target = await newMachine()
    expect(await run('restore', [path], { DATA_DIR: target })).toMatchObject({ status: 0 })
    expect(await countsIn(target)).toEqual(ALL)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('backup-'))).toEqual([])

    // A backup must not be restored over the data of a running site.
    const over = await run('restore', [path, '--replace'])
    expect(over).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('another running process') as string,
    })
    expect((await run('backup', [path])).stderr).toContain('is there already')

    const night = await make(new Date())
    expect(night).toMatchObject({ outcome: 'made', problems: [] })
    expect(await readdir(settings.backups.folder)).toEqual([night.outcome === 'made' ? night.file : ''])
    const stopping = new AbortController()
    const stopped = make(new Date(), stopping.signal)
    await sleep(1500)
    stopping.abort()
    expect(await stopped).toEqual({ outcome: 'stopped' })
    expect(await readdir(settings.backups.folder)).toHaveLength(1)
  } finally {
    stop()
    await database.close()
  }
})

/**
 * Returns moments at which to kill a command, in milliseconds, spread over the time that one whole run takes.
 */
async function moments(whole: () => Promise<unknown>): Promise<number[]> {
  const started = performance.now()
  await whole()
  const took = performance.now() - started
  return [0.2, 0.35, 0.5, 0.65, 0.8, 0.9].map((part) => part * took)
}

/** Kills a command after some milliseconds. Returns true if the command was still running then. */
async function killedAfter(ms: number, started: ReturnType<typeof give>): Promise<boolean> {
  await Promise.race([started.ended, sleep(ms)])
  started.child.kill('SIGKILL')
  return (await started.ended) !== 0
}

describe('backup commands that are killed at any moment', () => {
  test('leave no incomplete file under the name of a backup', async () => {
    const folder = await newFolder()
    const backups = async () => (await readdir(folder)).filter((name) => madeAtOf(name)).length
    let killed = 0
    for (const ms of await moments(() => run('backup', [join(folder, 'whole.tar.gz')]))) {
      const before = await backups()
      const died = await killedAfter(ms, give('backup', [folder]))
      // If the command was killed after its last step, its backup is complete. Such a kill does not count.
      if (died && (await backups()) === before) killed += 1
      for (const name of (await readdir(folder)).filter((each) => madeAtOf(each)))
        expect(await checkArchive(join(folder, name))).toMatchObject({ ok: true })
    }
    expect(killed).toBeGreaterThan(2)
  })

  test('restore everything or nothing', async () => {
    const whole = await newMachine()
    let killed = 0
    for (const ms of await moments(() => run('restore', [backup], { DATA_DIR: whole }))) {
      const target = await newMachine()
      await killedAfter(ms, give('restore', [backup], { DATA_DIR: target }))
      const counts = await countsIn(target)
      expect([ALL, NOTHING]).toContainEqual(counts)
      if ((counts as typeof ALL).days > 0) continue
      killed += 1
      if (killed > 1) continue
      // Running the command again must complete an interrupted restore.
      expect(await run('restore', [backup], { DATA_DIR: target })).toMatchObject({ status: 0 })
      expect(await countsIn(target)).toEqual(ALL)
    }
    expect(killed).toBeGreaterThan(2)
  })
})

test('leaves no file and explains why when the disk is full', async () => {
  const folder = await newFolder()
  // Limits the size of files, so that writing fails as on a full disk.
  const node = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url))
  const target = join(folder, 'cut.tar.gz')
  const child = spawn(
    'bash',
    [
      '-c',
      `trap '' XFSZ; ulimit -f 2048; exec "${node}" --disable-warning=ExperimentalWarning -e '
        import("./src/domain/desk/backup/archive.ts").then(async ({ createArchive }) => {
          const archive = createArchive(process.argv[1], new Date())
          try {
            const { randomBytes } = await import("node:crypto")
            for (let part = 0; part < 64; part += 1) await archive.add("p" + part, 1 << 20, [randomBytes(1 << 20)])
            await archive.finish()
          } catch (error) { console.log(error.code); await archive.abandon() }
        })' "${target}"`,
    ],
    { cwd: fileURLToPath(new URL('../../../', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await new Promise((resolve) => child.on('close', resolve))
  expect(said.trim()).toBe('EFBIG')
  expect(await readdir(folder)).toEqual([])
})

if (testDatabaseKind() === 'postgres')
  test('moves everything from the embedded database to PostgreSQL and back', async () => {
    const database = await openTestDatabase()
    const url = database.url ?? ''
    try {
      const moved = await run('move-to-postgres', [], { DATABASE_URL: url })
      expect(moved).toMatchObject({ status: 0, stderr: '' })
      expect(moved.stdout).toContain('Moved')
      const { db, close } = await openSession(url)
      expect(await countsOf(db)).toEqual(ALL)
      await close()
      expect(await countsIn(dataDir)).toEqual(ALL)

      const folder = await newFolder()
      const path = join(folder, 'back.tar.gz')
      expect(await run('backup', [path], { DATABASE_URL: url })).toMatchObject({ status: 0, stderr: '' })
      const target = await newMachine()
      expect(await run('restore', [path], { DATA_DIR: target })).toMatchObject({ status: 0 })
      expect(await countsIn(target)).toEqual(ALL)
    } finally {
      await database.close()
    }
  })
