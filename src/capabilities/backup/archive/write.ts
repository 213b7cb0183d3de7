/** Writes a backup's file: under another name until it is whole and on the disk, so what is half done is never taken for one. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncToDisk } from '../../../platform/data-folder.ts'
import type { Member } from '../manifest.ts'
import { partName } from '../rules.ts'
import { BLOCK, padding, tarHeader } from './tar.ts'

/** Sealed values hardly shrink, so more effort would only take longer. */
const EFFORT = 1

export interface ArchiveWriter {
  /** Adds a member whose bytes come one after the other; throws when they are not `size` in all. */
  add(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<Member>
  /** Closes it, makes it durable and gives it its name; resolves to its size in bytes. */
  finish(): Promise<number>
  /** Removes what was written so far. */
  abandon(): Promise<void>
}

/** Begins the file at `path`, readable by this user alone. What fails (disk full, no such folder) is thrown by the next call. */
export function createArchive(path: string, at: Date): ArchiveWriter {
  const part = join(dirname(path), partName(basename(path), process.pid))
  const gzip = createGzip({ level: EFFORT })
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600 })
  let isOurs = false
  file.once('open', () => (isOurs = true))
  const written = pipeline(gzip, file)
  // Whoever writes next hears of it.
  written.catch(() => {})

  async function write(chunk: Uint8Array): Promise<void> {
    if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), written])
  }

  return {
    async add(name, size, bytes) {
      const hash = createHash('sha256')
      let seen = 0
      await write(tarHeader({ name, size }, at))
      for await (const chunk of bytes) {
        seen += chunk.length
        hash.update(chunk)
        await write(chunk)
      }
      if (seen !== size) throw new Error(`${name} has ${seen} bytes, not ${size}`)
      await write(Buffer.alloc(padding(size)))
      return { name, bytes: size, sha256: hash.digest('hex') }
    },
    async finish() {
      gzip.end(Buffer.alloc(2 * BLOCK))
      await written
      syncToDisk(part)
      await rename(part, path)
      syncToDisk(dirname(path))
      return (await stat(path)).size
    },
    async abandon() {
      gzip.destroy()
      await written.catch(() => {})
      if (isOurs) await rm(part, { force: true })
    },
  }
}
