/** Makes a folder beside its place, syncs every file of it, then moves it there in one step. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncToDisk } from '../data-folder.ts'

/**
 * `fill` gets the temporary folder, empty and closed to other users. What an earlier, killed attempt left is
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
