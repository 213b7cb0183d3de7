/** Makes a folder beside its place, syncs every file of it, then moves it there in one step. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `fill` gets the temporary folder, empty and closed to other users. What an earlier, killed attempt left is removed first. */
export async function replaceFolder(folder: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  await fill(fresh)
  syncTree(fresh)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  syncPath(dirname(folder))
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
