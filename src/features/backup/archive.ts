/** A backup's file, a compressed tar: written, read and checked from its beginning to its end, a chunk at a time. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline as pipeStreams } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { syncToDisk } from '#platform/data-folder.ts'
import { partName, type ArchiveProblem } from './rules.ts'

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

/**
 * Begins the file at `path`, readable by this user alone: under another name until it is whole and on the disk, so what is half
 * done is never taken for one. What fails (disk full, no such folder) is thrown by the next call.
 */
export function createArchive(path: string, at: Date): ArchiveWriter {
  const part = join(dirname(path), partName(basename(path), process.pid))
  const members = pack()
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600 })
  let isOurs = false
  file.once('open', () => (isOurs = true))
  const written = pipeline(members, createGzip({ level: EFFORT }), file)
  // An error reaches the next write; here it is only kept from being unhandled.
  written.catch(() => {})

  return {
    async add(name, size, bytes) {
      const hash = createHash('sha256')
      let seen = 0
      const member = members.entry({ name, size, mode: 0o600, mtime: at })
      for await (const chunk of bytes) {
        seen += chunk.length
        if (seen > size) break
        hash.update(chunk)
        if (!member.write(chunk)) await Promise.race([once(member, 'drain'), written])
      }
      if (seen !== size) throw new Error(`${name} has ${seen} bytes, not ${size}`)
      member.end(null)
      await Promise.race([finished(member), written])
      return { name, bytes: size, sha256: hash.digest('hex') }
    },
    async finish() {
      members.finalize()
      await written
      syncToDisk(part)
      await rename(part, path)
      syncToDisk(dirname(path))
      return (await stat(path)).size
    },
    async abandon() {
      members.destroy()
      await written.catch(() => {})
      if (isOurs) await rm(part, { force: true })
    },
  }
}

export interface OpenMember {
  name: string
  /** Bytes. */
  size: number
  /** The member's bytes, to be read whole or not at all: then it is skipped. */
  bytes: AsyncIterable<Buffer>
}

/**
 * The members in their order, to the file's last byte: one that is cut short behind them has been cut all the same.
 * Throws where the file is no archive of this kind, is damaged, or ends too early.
 */
export async function* readArchive(path: string): AsyncGenerator<OpenMember> {
  const members = extract()
  // An error on the way is thrown by the loop.
  const stop = pipeStreams(createReadStream(path), createGunzip(), members, () => {})
  try {
    for await (const member of members) {
      const { name, size = 0, type } = member.header
      if (type !== 'file') throw new Error('no member of a backup')
      yield { name, size, bytes: member as AsyncIterable<Buffer> }
      member.resume()
    }
  } finally {
    stop.destroy()
  }
}

/** A member's bytes as one text; only for those that are small by their making. */
export async function textOf({ bytes }: OpenMember): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

// The manifest of a backup: the member that closes it, so a file without one was never finished.

/** Raised when a reader of before could not read the file any more. */
export const FORMAT = 1

/** The first member, which tells at once whether a file is a backup of ours. */
export const HEAD_NAME = 'twelve-mile-backup.json'
export const MANIFEST_NAME = 'manifest.json'

const head = z.object({ format: z.int() })

const member = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })
export type Member = z.output<typeof member>

const table = z.object({
  /** The table's name with its schema: `public.events`. */
  name: z.string(),
  rows: z.int(),
  /** Over all rows, whatever their order: two tables with the same content have the same one. */
  fingerprint: z.string(),
  parts: z.array(member),
})
export type TableEntry = z.output<typeof table>

/** Sums of all that is in the books, in cents. */
const sums = z.object({ received: z.int(), refunded: z.int(), invoiced: z.int() })
export type Sums = z.output<typeof sums>

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** The random id of the site, also in the payment provider's records; null: it never had one. */
  site: z.string().nullable(),
  /** The newest migration that had been applied, by its time in the journal. */
  migration: z.int(),
  tables: z.array(table),
  /** The last number of each sequence, as text. */
  sequences: z.record(z.string(), z.string()),
  sums,
  /** Of `DATA_KEYS`: which keys are needed to read what is sealed. */
  keyIds: z.array(z.string()),
  /** A word sealed under the key that was the first one, to tell another key of the same name. */
  probe: z.string(),
  files: z.array(member),
  /** The pictures could not be read when the backup was made: what a restore finds of them stays. */
  picturesLeftOut: z.boolean().default(false),
})
export type Manifest = z.output<typeof manifest>

export const rowsIn = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

// The check: a file is read once to its end, every byte, before anything is done with it.

type Checked = { ok: true; manifest: Manifest } | { ok: false; problem: ArchiveProblem }

/** Checks an archive to the last byte. Only its list of members is held in memory. Throws only where the system fails to read it. */
export async function checkArchive(path: string): Promise<Checked> {
  if (!(await stat(path).catch(() => null))?.isFile()) return wrong('There is no such file.')
  const seen = new Map<string, Member>()
  let closing: string | null = null
  try {
    for await (const member of readArchive(path)) {
      if (seen.size === 0) {
        const problem = await headProblem(member)
        if (problem) return wrong(problem)
        seen.set(member.name, { name: member.name, bytes: member.size, sha256: '' })
      } else if (member.name === MANIFEST_NAME) closing = await textOf(member)
      else seen.set(member.name, await summed(member))
    }
  } catch (error) {
    return wrong(problemOf(error, seen.size > 0))
  }
  if (closing === null) return wrong('This backup is not whole: its end is missing. Take another one.')
  seen.delete(HEAD_NAME)
  return compared(closing, seen)
}

const wrong = (problem: ArchiveProblem): Checked => ({ ok: false, problem })

async function headProblem(first: OpenMember): Promise<ArchiveProblem | null> {
  if (first.name !== HEAD_NAME) return 'This is not a backup of this site’s kind.'
  const { format } = head.parse(JSON.parse(await textOf(first)))
  return format === FORMAT
    ? null
    : 'This backup was made by a newer version of the site. Update the site first.'
}

async function summed(member: OpenMember): Promise<Member> {
  const hash = createHash('sha256')
  for await (const chunk of member.bytes) hash.update(chunk)
  return { name: member.name, bytes: member.size, sha256: hash.digest('hex') }
}

/** `begun`: its first member was one of ours. The system's own failures are not the file's. */
function problemOf(error: unknown, begun: boolean): ArchiveProblem {
  const { code, message } = error as { code?: string; message?: string }
  if (code && !code.startsWith('Z_') && !code.startsWith('ERR_')) throw error
  if (!begun) return 'This is not a backup of this site’s kind.'
  if (code === 'Z_BUF_ERROR' || message === 'the file ends too early')
    return 'This backup is not whole: its end is missing. Take another one.'
  return 'This backup is damaged: it is not what was written. Take another one.'
}

function compared(closing: string, seen: Map<string, Member>): Checked {
  const damaged = wrong('This backup is damaged: it is not what was written. Take another one.')
  const read = manifest.safeParse(parsed(closing))
  if (!read.success) return damaged
  const named = [...read.data.tables.flatMap(({ parts }) => parts), ...read.data.files]
  const same = named.every(({ name, bytes, sha256 }) => {
    const found = seen.get(name)
    return found?.bytes === bytes && found.sha256 === sha256
  })
  return same && named.length === seen.size ? { ok: true, manifest: read.data } : damaged
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
