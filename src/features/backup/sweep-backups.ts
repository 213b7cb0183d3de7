/** Deletes from the folder of the backups those that are too old, and what killed processes have left. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyStore } from '#platform/files/copy-store.ts'
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

/** The same among the copies in a bucket. */
export async function sweepCopies(copies: CopyStore, now: Date): Promise<string[]> {
  const gone: string[] = []
  for await (const name of copies.list()) {
    const madeAt = madeAtOf(name)
    if (!madeAt || !isTooOld(madeAt, now)) continue
    await copies.delete(name)
    gone.push(name)
  }
  return gone
}

async function isLeft(path: string, name: string, now: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && isLeftover(name, found.mtime, now)
}
