/**
 * The embedded database in a folder: PGlite with two changes. Commits survive a power loss, and only one
 * process can open the folder (R20.13).
 */
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { constants, existsSync, readdirSync, fsyncSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolder, makeWholeFolder } from '../data-folder.ts'
import { writeFact } from '../site-facts.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Session } from './postgres.ts'
import { keepPrepared } from './prepared-statements.ts'

/** The exit code EX_IOERR of sysexits: the disk refused to store a write. */
const EXIT_IO_ERROR = 74

type Init = Parameters<NodeFS['init']>
type Module = Parameters<NonNullable<Init[1]['preRun']>[number]>[0]

/**
 * PGlite's file system with a real fsync. The original file system ignores fsync, so a simulated power loss
 * destroyed every data folder (decision 4).
 */
export class DurableNodeFs extends NodeFS {
  /** Number of files synced since the start. A test uses this number to check that commits reach the disk. */
  syncCount = 0

  override async init(pg: Init[0], options: Init[1]) {
    const made = await super.init(pg, options)
    made.emscriptenOpts.preRun = [
      ...(made.emscriptenOpts.preRun ?? []),
      (module: Module) => this.hook(module),
    ]
    return made
  }

  /** Syncs one open file's content to disk. */
  protected sync(fd: number): void {
    fsyncSync(fd)
  }

  private hook(module: Module): void {
    const { NODEFS } = module as unknown as { NODEFS: { stream_ops: Record<string, unknown> } }
    NODEFS.stream_ops['fsync'] = (stream: { nfd: number }): number => {
      try {
        this.sync(stream.nfd)
      } catch (error) {
        // PGlite would ignore an exception here and acknowledge the commit. So this code ends the process
        // immediately.
        process.stderr.write(`The database folder cannot be written durably: ${String(error)}\n`)
        process.exit(EXIT_IO_ERROR)
      }
      this.syncCount += 1
      return 0
    }
  }
}

const SETTINGS = ['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'shared_buffers=16MB']
const START = [
  // Removes PGlite's default parameter `-F`, which would switch fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
]

/**
 * Milliseconds between two checkpoints. PostgreSQL in a single process has no checkpointer and no autovacuum,
 * so its log and tables would only grow.
 */
const CHECKPOINT_EVERY_MS = 10 * 60_000
const CHECKPOINTS_PER_VACUUM = 36

/** Returns true if an embedded database exists below this data folder. */
export const isEmbeddedThere = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'database', 'PG_VERSION'))

export interface EmbeddedDatabase extends Session {
  /**
   * Copies the database folder, as it is at one moment, to a new folder. Statements wait until the copy is
   * finished. `openScratch` opens the copy.
   */
  copyTo(folder: string): Promise<void>
}

/**
 * Opens `dataDir/database`. Creates and migrates it if needed, which takes about 5 s the first time and 1 s
 * later. Throws an error with a one-line message if another process uses the folder (`FolderInUse`), or if
 * the folder contains something else. `makeFs` lets tests watch the syncs.
 */
export async function openEmbedded(
  dataDir: string,
  makeFs: (folder: string) => DurableNodeFs = (folder) => new DurableNodeFs(folder),
): Promise<EmbeddedDatabase> {
  makeDataFolder(dataDir)
  const lock = lockFolder(join(dataDir, 'database.lock'))
  try {
    const folder = join(dataDir, 'database')
    if (!isEmbeddedThere(dataDir)) await createFolder(folder)
    const { db, engine, close } = await openFolder(makeFs(folder))
    const closeAll = async () => {
      await close()
      lock.release()
    }
    const copyTo = (to: string) => copyFolder(engine, folder, to)
    return { db, copyTo, close: closeAll, [Symbol.asyncDispose]: closeAll }
  } catch (error) {
    lock.release()
    throw error
  }
}

interface OpenFolder extends Pick<EmbeddedDatabase, 'db' | 'close'> {
  engine: PGlite
}

async function openFolder(files: DurableNodeFs): Promise<OpenFolder> {
  const engine = await PGlite.create({ fs: files, startParams: START })
  try {
    const db = drizzle(engine)
    await migrate(db)
    await assertDurable(db, files)
    keepPrepared(engine)
    const stopUpkeep = startUpkeep(engine)
    return {
      db,
      engine,
      close: async () => {
        stopUpkeep()
        await engine.close()
      },
    }
  } catch (error) {
    // Closes the engine before the lock is released. From then on, another process may open the folder.
    await engine.close()
    throw error
  }
}

/**
 * Copies the database's folder between two statements. PGlite writes to its files immediately, so the copy is like
 * the folder after a crash, from which the database recovers.
 */
async function copyFolder(engine: PGlite, folder: string, to: string): Promise<void> {
  // After a checkpoint, PostgreSQL has little to recover when the copy is opened.
  await engine.exec('checkpoint')
  await engine.runExclusive(() => cp(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE }))
}

/**
 * Creates and migrates the database under a temporary name, and then renames its folder. So a killed process
 * leaves no incomplete database. Syncs nothing until the folder is complete, which makes the first start
 * faster.
 */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(
      `DATA_DIR: ${folder} holds no whole database. Restore it, or move it away to start with an empty one.`,
    )
  await makeWholeFolder(folder, async (fresh) => {
    await using scratch = await openScratch(fresh)
    await migrate(scratch.db)
  })
}

/** Throws if a commit does not reach the disk, because such a database must not store bookings. */
async function assertDurable(db: Database, files: DurableNodeFs): Promise<void> {
  const before = files.syncCount
  await writeFact(db, 'opened_at', new Date().toISOString())
  if (files.syncCount === before)
    throw new Error('The embedded database does not sync its commits to the disk')
}

function startUpkeep(engine: PGlite): () => void {
  let round = 0
  const timer = setInterval(() => {
    round += 1
    // The first round must also analyze. Before that, PostgreSQL has no statistics about new tables and makes
    // bad plans.
    const statement = round % CHECKPOINTS_PER_VACUUM === 1 ? 'vacuum analyze' : 'checkpoint'
    // Ignores a failure, because the next round tries again. A real problem also makes the next statement of
    // the site fail.
    engine.exec(statement).catch(() => {})
  }, CHECKPOINT_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

// Allows one process per data folder. PGlite takes no lock, and two processes on one folder would lose rows
// without an error.

const SQLITE_BUSY = 5

export class FolderInUse extends Error {}

/**
 * Locks a file until `release` is called or the process ends in any way. If another process has the lock,
 * throws `FolderInUse`, whose message is one line.
 */
function lockFolder(lockFile: string): { release(): void } {
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new FolderInUse(`DATA_DIR: another running process already uses the database next to ${lockFile}`, {
      cause: error,
    })
  }
  return { release: () => lock.close() }
}

// Opens embedded databases that are temporary: a copy to read, or a place to try something.

/**
 * Opens the database in a folder, or creates it if it is missing. Does not migrate. A power loss may destroy
 * this database.
 */
export async function openScratch(folder: string): Promise<Session> {
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
  const engine = await PGlite.create({ fs: new NodeFS(folder), startParams })
  const close = () => engine.close()
  return { db: drizzle(engine), close, [Symbol.asyncDispose]: close }
}
