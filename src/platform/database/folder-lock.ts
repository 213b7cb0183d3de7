/** One process per data folder: PGlite itself takes no lock, and two on one folder lose rows silently. */
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/** Another process has the folder. */
export class FolderInUse extends Error {}

/**
 * Holds an operating-system lock on a file until `release`, or until the process ends in any way.
 * Throws `FolderInUse`, one clear line, when another process has it.
 */
export function lockFolder(lockFile: string): { release(): void } {
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
