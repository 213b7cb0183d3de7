/** What goes from the folder of the backups: those that are too old, and what killed processes have left. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLeftover, isTooOld, madeAtOf } from './rules.ts'

/** Deletes it, and gives the names. A folder that is not there holds nothing. Files of other names are never touched. */
export async function sweepBackups(folder: string, now: Date): Promise<string[]> {
  const gone: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const madeAt = madeAtOf(name)
    const goes = madeAt ? isTooOld(madeAt, now) : await isLeft(path, name, now)
    if (!goes) continue
    await rm(path, { recursive: true, force: true })
    gone.push(name)
  }
  return gone
}

async function isLeft(path: string, name: string, now: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && isLeftover(name, found.mtime, now)
}
