/** Folders and files below `DATA_DIR`. */
import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
