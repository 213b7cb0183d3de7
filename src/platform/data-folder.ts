/** Folders and files below `DATA_DIR`. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes a folder and those above it, open to this user alone; does nothing when it is there. Throws the
 * system's error, or one clear line where no folder can be made. (Node's own recursive way never ends where
 * the system says of every name that its parent is missing, as it does below /proc.)
 */
export function makeDataFolder(path: string): void {
  if (made(path)) return
  const parent = dirname(path)
  if (parent !== path) makeDataFolder(parent)
  if (!made(path)) throw new Error(`DATA_DIR: ${path} cannot be made.`)
}

/** Makes what a file holds, or which names a folder holds, survive a loss of power. */
export function syncToDisk(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** False: its parent is missing. */
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
 * Makes a folder beside its place, syncs every file of it, then moves it there in one step. `fill` gets the temporary folder, empty and closed to other users. What an earlier, killed attempt left is
 * removed first. Throws `ENOTEMPTY` when the place is taken: what is there is never touched.
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
