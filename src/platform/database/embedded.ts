/** The embedded database in a folder: PGlite made durable and exclusive (R20.13). */
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

/** EX_IOERR of sysexits: the disk refused to keep what was written. */
const EXIT_IO_ERROR = 74

type Init = Parameters<NodeFS['init']>
type Module = Parameters<NonNullable<Init[1]['preRun']>[number]>[0]

/**
 * PGlite's folder with a real fsync. As it comes, its file system ignores fsync: in simulated power loss
 * every data folder was lost or corrupt (decision 4).
 */
export class DurableNodeFs extends NodeFS {
  /** The number of files synced so far: shows that commits reach the disk. */
  syncCount = 0

  override async init(pg: Init[0], options: Init[1]) {
    const made = await super.init(pg, options)
    made.emscriptenOpts.preRun = [
      ...(made.emscriptenOpts.preRun ?? []),
      (module: Module) => this.hook(module),
    ]
    return made
  }

  /** Makes one open file's content durable. */
  protected sync(fd: number): void {
    fsyncSync(fd)
  }

  private hook(module: Module): void {
    const { NODEFS } = module as unknown as { NODEFS: { stream_ops: Record<string, unknown> } }
    NODEFS.stream_ops['fsync'] = (stream: { nfd: number }): number => {
      try {
        this.sync(stream.nfd)
      } catch (error) {
        // An exception here would be swallowed and the commit acknowledged: nothing may run after it.
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
  // `-F` would switch fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
]

/** A single-process PostgreSQL has no checkpointer and no autovacuum: without these the log and the tables only grow. */
const CHECKPOINT_EVERY_MS = 10 * 60_000
const CHECKPOINTS_PER_VACUUM = 36

/** True when there is an embedded database below this data folder. */
export const isEmbeddedThere = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'database', 'PG_VERSION'))

export interface EmbeddedDatabase extends Session {
  /** Copies the folder as it is at one moment to one that is not there yet; statements wait for it. `openScratch` opens it. */
  copyTo(folder: string): Promise<void>
}

/**
 * Opens `dataDir/database`, made and migrated when needed (about 5 s the first time, 1 s later).
 * Throws one clear line when another process uses the folder (`FolderInUse`), or when it holds something else. `makeFs` lets tests watch the syncs.
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
    // The folder's lock goes next: nothing of ours may have it open then.
    await engine.close()
    throw error
  }
}

/** Copies the database's folder between two statements. What is written is in the files at once, so the copy is what a crash would leave, which is whole. */
async function copyFolder(engine: PGlite, folder: string, to: string): Promise<void> {
  // A checkpoint first, so that there is little to replay when the copy is opened.
  await engine.exec('checkpoint')
  await engine.runExclusive(() => cp(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE }))
}

/**
 * Made and migrated beside its place and moved there whole: a process killed while making it leaves nothing half done. Nothing
 * waits for the disk before all of it is synced.
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

/** A commit must have reached the disk, else this database must not hold bookings. */
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
    // At the first round too: until then nothing is known of new tables, and plans are made for tables of another size.
    const statement = round % CHECKPOINTS_PER_VACUUM === 1 ? 'vacuum analyze' : 'checkpoint'
    // A failure shows at the next real statement; upkeep is only tried again.
    engine.exec(statement).catch(() => {})
  }, CHECKPOINT_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

// One process per data folder: PGlite itself takes no lock, and two on one folder lose rows silently.

const SQLITE_BUSY = 5

export class FolderInUse extends Error {}

/**
 * Holds an operating-system lock on a file until `release`, or until the process ends in any way.
 * Throws `FolderInUse`, one clear line, when another process has it.
 */
function lockFolder(lockFile: string): { release(): void } {
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new FolderInUse(`DATA_DIR: another running process already uses the database beside ${lockFile}`, {
      cause: error,
    })
  }
  return { release: () => lock.close() }
}

// An embedded database in a folder that nobody else needs: a copy to read at leisure, or a place to try something out.

/** Opens the folder, made when it is not there; migrates nothing. A loss of power may ruin it. */
export async function openScratch(folder: string): Promise<Session> {
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
  const engine = await PGlite.create({ fs: new NodeFS(folder), startParams })
  const close = () => engine.close()
  return { db: drizzle(engine), close, [Symbol.asyncDispose]: close }
}
