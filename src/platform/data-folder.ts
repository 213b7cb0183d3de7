/** Creates folders and durable files below `DATA_DIR`. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Creates a folder and its parents, accessible only to this user. Does nothing if the folder exists. Throws
 * the system's error, or an error with a one-line message if no folder can be created. Node's own recursive
 * `mkdir` would loop forever below /proc, where the system reports every parent as missing.
 */
export function makeDataFolder(path: string): void {
  if (made(path)) return
  const parent = dirname(path)
  if (parent !== path) makeDataFolder(parent)
  if (!made(path)) throw new Error(`DATA_DIR: ${path} cannot be created.`)
}

/** Flushes a file's content, or a folder's list of file names, to disk. Then it survives a power loss. */
export function syncToDisk(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Creates one folder. Returns false if its parent does not exist. */
function made(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    if (code === 'EEXIST' && statSync(path).isDirectory()) return true
    throw error
  }
}

/**
 * Creates a folder under a temporary name, syncs all its files, and then renames it in one step. `fill` gets
 * the temporary folder, which other users cannot open. First removes temporary folders that an interrupted
 * attempt has left. If a folder with the final name exists, throws `ENOTEMPTY` and never changes that folder.
 */
export async function makeWholeFolder(folder: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  await fill(fresh)
  syncTree(fresh)
  renameSync(fresh, folder)
  syncToDisk(dirname(folder))
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncToDisk(path)
  }
  syncToDisk(folder)
}
