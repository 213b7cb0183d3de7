/** A backup file is a compressed tar archive. The site writes, reads and checks it in pieces, from start to end. */
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

/** The gzip level. Sealed values can hardly be compressed, so a higher level would only take longer. */
const EFFORT = 1

export interface ArchiveWriter {
  /** Adds a file to the archive. Throws if the chunks of `bytes` do not add up to `size` bytes. */
  add(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<Member>
  /** Closes the file, syncs it to disk and renames it to its final name. Returns its size in bytes. */
  finish(): Promise<number>
  /** Deletes the unfinished file. */
  abandon(): Promise<void>
}

/**
 * Creates the backup file at `path`, readable only by this user. The file has a temporary name until it is complete and
 * on disk, so that nobody takes an unfinished file for a backup. If the disk is full or the folder is missing, the next
 * call of the returned writer throws.
 */
export function createArchive(path: string, at: Date): ArchiveWriter {
  const part = join(dirname(path), partName(basename(path), process.pid))
  const members = pack()
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600 })
  let isOurs = false
  file.once('open', () => (isOurs = true))
  const written = pipeline(members, createGzip({ level: EFFORT }), file)
  // The next call of a method below throws this error. This line only keeps Node from reporting an unhandled
  // rejection.
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
  /** The size of this file in bytes. */
  size: number
  /** The file's bytes. The caller must read them to the end or not at all. A file that is not read is skipped. */
  bytes: AsyncIterable<Buffer>
}

/**
 * Yields the files of an archive in order. Reads the archive to its last byte, so that a cut-off archive is noticed.
 * Throws if the archive is not a tar archive, is damaged, or ends too early.
 */
export async function* readArchive(path: string): AsyncGenerator<OpenMember> {
  const members = extract()
  // If reading or unpacking fails, the loop below throws the error, so this callback ignores it.
  const stop = pipeStreams(createReadStream(path), createGunzip(), members, () => {})
  try {
    for await (const member of members) {
      const { name, size = 0, type } = member.header
      if (type !== 'file') throw new Error('This is not a regular file, so not a member of a backup')
      yield { name, size, bytes: member as AsyncIterable<Buffer> }
      member.resume()
    }
  } finally {
    stop.destroy()
  }
}

/** Returns the bytes of a file in the archive as text. Use it only for files that are always small. */
export async function textOf({ bytes }: OpenMember): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

// From here on: the manifest of a backup. It is written last, so that a backup without a manifest was never finished.

/** The version of the backup format. Increase it if older versions of the site can no longer read a new backup. */
export const FORMAT = 1

/** The name of the first file in every backup. It shows immediately whether an archive is a backup of this site. */
export const HEAD_NAME = 'twelve-mile-backup.json'
export const MANIFEST_NAME = 'manifest.json'

const head = z.object({ format: z.int() })

const member = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })
export type Member = z.output<typeof member>

const table = z.object({
  /** The table's name with its schema, such as `public.events`. */
  name: z.string(),
  rows: z.int(),
  /**
   * A checksum over all rows of the table, whatever their order. Tables with the same content have the same checksum.
   */
  fingerprint: z.string(),
  parts: z.array(member),
})
export type TableEntry = z.output<typeof table>

/** Totals of all payments, refunds and invoices, in cents. */
const sums = z.object({ received: z.int(), refunded: z.int(), invoiced: z.int() })
export type Sums = z.output<typeof sums>

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** The random id of the site, which Stripe's records also contain. Null if the site never had an id. */
  site: z.string().nullable(),
  /** The newest migration that the site had applied, identified by its time in the journal of migrations. */
  migration: z.int(),
  tables: z.array(table),
  /** The last value of each database sequence, as text. */
  sequences: z.record(z.string(), z.string()),
  sums,
  /** Ids of the `DATA_KEYS` that a site needs to read the sealed values of this backup. */
  keyIds: z.array(z.string()),
  /**
   * A known word that is sealed with the site's first data key. A restore opens it to check that the restoring site has
   * the same key.
   */
  probe: z.string(),
  files: z.array(member),
  /**
   * True if the backup has no pictures, because the site could not read them. A restore then keeps the pictures that
   * already exist.
   */
  picturesLeftOut: z.boolean().default(false),
})
export type Manifest = z.output<typeof manifest>

export const rowsIn = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

// Checks a whole backup file before a restore uses it.

type Checked = { ok: true; manifest: Manifest } | { ok: false; problem: ArchiveProblem }

/**
 * Checks a backup file to the last byte. Keeps only the list of its files in memory. Throws only if the disk cannot be
 * read.
 */
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
  if (closing === null) return wrong('This backup is incomplete: its end is missing. Please use another one.')
  seen.delete(HEAD_NAME)
  return compared(closing, seen)
}

const wrong = (problem: ArchiveProblem): Checked => ({ ok: false, problem })

async function headProblem(first: OpenMember): Promise<ArchiveProblem | null> {
  if (first.name !== HEAD_NAME) return 'This is not a backup of this site.'
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

/**
 * Returns what is wrong with an archive that could not be read. `begun` means that its first file has the name with
 * which every backup begins. Rethrows errors of the operating system, because the archive may be intact.
 */
function problemOf(error: unknown, begun: boolean): ArchiveProblem {
  const { code, message } = error as { code?: string; message?: string }
  if (code && !code.startsWith('Z_') && !code.startsWith('ERR_')) throw error
  if (!begun) return 'This is not a backup of this site.'
  if (code === 'Z_BUF_ERROR' || message === 'the file ends too early')
    return 'This backup is incomplete: its end is missing. Please use another one.'
  return 'This backup is damaged. Please use another one.'
}

function compared(closing: string, seen: Map<string, Member>): Checked {
  const damaged = wrong('This backup is damaged. Please use another one.')
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
