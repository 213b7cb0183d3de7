/**
 * Stores uploaded files, in a folder below `DATA_DIR` or in a bucket (R21.4). The site chooses all file names
 * itself, and never uses a name that the sender gave. All functions throw if they fail.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { DriverContract } from 'flydrive/types'
import { makeDataFolder, syncToDisk } from '../data-folder.ts'
import { causesOf } from '../database/database.ts'
import { Outage } from '../http/outage.ts'
import type { ProblemKey } from '../integration-problems.ts'
import type { Settings } from '../settings.ts'

export interface StoredFile {
  /** The size of the file in bytes. */
  size: number
  /** Opens the file's content. The caller must read the stream to its end or cancel it. */
  stream(): Promise<ReadableStream<Uint8Array>>
}

export interface FileStore {
  /** Writes a file completely or not at all, even if the power fails. Replaces a file with the same name. */
  write(name: string, bytes: Uint8Array, type: string): Promise<void>
  find(name: string): Promise<StoredFile | null>
  read(name: string): Promise<Uint8Array | null>
  list(): AsyncIterable<string>
  /** Deletes files, and ignores missing ones. */
  delete(names: readonly string[]): Promise<void>
}

const FOLDER = 'uploads'

/**
 * Opens the configured file store. Creates and requests nothing before the store is first used. Only tests
 * pass `limits`.
 */
export async function openFileStore(
  { files, dataDir }: Pick<Settings, 'files' | 'dataDir'>,
  limits?: { connectMs: number; silentMs: number },
): Promise<FileStore> {
  if (files.kind === 'disk') return fileStore(new DiskDriver(join(dataDir, FOLDER)), '')
  // Imports the S3 driver only when it is needed, because it takes time and memory to load.
  const { openBucket } = await import('./bucket.ts')
  return elsewhere(fileStore(openBucket(files, limits), `${FOLDER}/`))
}

/** Wraps a store on the network: every failure becomes an outage, because a retry may succeed. */
const elsewhere = (store: FileStore): FileStore => ({
  ...store,
  write: (...file) => tried(store.write(...file)),
  find: async (name) => {
    const found = await tried(store.find(name))
    return found && { ...found, stream: () => tried(found.stream()) }
  },
  read: (name) => tried(store.read(name)),
  delete: (names) => tried(store.delete(names)),
})

const tried = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new Outage('The store of the uploads failed', { cause })
  })

function fileStore(driver: DriverContract, prefix: string): FileStore {
  const disk = new Disk(driver)

  async function find(name: string): Promise<StoredFile | null> {
    const key = prefix + name
    const facts = await disk.getMetaData(key).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (!facts) return null
    return {
      size: facts.contentLength,
      stream: async () => Readable.toWeb(await disk.getStream(key)) as ReadableStream<Uint8Array>,
    }
  }

  return {
    write: (name, bytes, type) => disk.put(prefix + name, bytes, { contentType: type }),
    find,
    read: async (name) => {
      const found = await find(name)
      return found && new Uint8Array(await new Response(await found.stream()).arrayBuffer())
    },
    list: () => listFiles(disk, prefix),
    delete: async (names) => {
      for (const name of names) await disk.delete(prefix + name)
    },
  }
}

/**
 * Lists the files whose names begin with a prefix. The folder may not exist yet. Skips incomplete files,
 * whose names begin with a dot.
 */
async function* listFiles(disk: Disk, prefix: string): AsyncGenerator<string> {
  let page: string | undefined
  do {
    const listed = await disk
      .listAll(prefix, page ? { paginationToken: page } : {})
      .catch((error: unknown) => {
        if (isMissing(error)) return { objects: [], paginationToken: undefined }
        throw error
      })
    for (const { name, isFile } of listed.objects) if (isFile && !name.startsWith('.')) yield name
    page = listed.paginationToken
  } while (page)
}

/**
 * Returns true if the error means that the file does not exist. flydrive wraps the error of the file system
 * or the SDK.
 */
function isMissing(error: unknown): boolean {
  const { cause } = error as { cause?: unknown }
  const { code, $metadata } = (cause ?? error) as { code?: string; $metadata?: { httpStatusCode?: number } }
  return code === 'ENOENT' || $metadata?.httpStatusCode === 404
}

// Stores copies of large files, such as backups. They may be in the same bucket as the uploads, but the site
// never serves them.

export interface CopyStore {
  /** Copies the local file at `path` to the store under the name `name`. */
  put(name: string, path: string): Promise<void>
  list(): AsyncIterable<string>
  delete(name: string): Promise<void>
}

/**
 * Opens the store for copies. Returns null if the site stores files only on its disk. The store's functions
 * throw if they fail.
 */
export async function openCopyStore(files: Settings['files'], folder: string): Promise<CopyStore | null> {
  if (files.kind === 'disk') return null
  // Imports the S3 driver only when it is needed, because it takes time and memory to load.
  const { openBucket } = await import('./bucket.ts')
  const disk = new Disk(openBucket(files))
  return {
    put: (name, path) => disk.putStream(`${folder}/${name}`, createReadStream(path)),
    list: () => listFiles(disk, `${folder}/`),
    delete: (name) => disk.delete(`${folder}/${name}`),
  }
}

const PART = /^\..*\.part$/
/**
 * Milliseconds after which an incomplete file is deleted. No write takes this long, so a process that has
 * ended must have left the file.
 */
const LEFT_AFTER_MS = 24 * 60 * 60_000

/**
 * Writes a file completely or not at all. The original driver of flydrive writes directly to the final file.
 */
class DiskDriver extends FSDriver {
  readonly #folder: string
  #tidied = false

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' })
    this.#folder = folder
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    makeDataFolder(this.#folder)
    await this.#tidy()
    const part = join(this.#folder, `.${randomUUID()}.part`)
    try {
      await writeFile(part, contents, { flag: 'wx', mode: 0o600, flush: true })
      await rename(part, join(this.#folder, key))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    syncToDisk(this.#folder)
  }

  async #tidy(): Promise<void> {
    if (this.#tidied) return
    this.#tidied = true
    const before = Date.now() - LEFT_AFTER_MS
    for (const name of await readdir(this.#folder)) {
      if (!PART.test(name)) continue
      const path = join(this.#folder, name)
      if ((await stat(path)).mtimeMs < before) await rm(path, { force: true })
    }
  }
}

/**
 * The name of a file that `probeFiles` writes to test the store. No picture has this name, and lists leave it
 * out.
 */
const PROBE = '.probe'

/** The problems that `probeFiles` can find in a file store. */
export const FILES_PROBLEMS = [
  { code: 'files_bucket_missing' },
  { code: 'files_key_refused' },
  { code: 'files_region_wrong' },
  { code: 'files_unreachable' },
] as const satisfies ProblemKey[]

type FilesProblem = ProblemKey & { detail: string | null }

/**
 * Writes, reads, lists and deletes a file in the store, so that a wrong setting shows before the first
 * upload. Returns null if all of that works.
 */
export async function probeFiles(store: FileStore): Promise<FilesProblem | null> {
  try {
    await store.write(PROBE, new Uint8Array([1]), 'application/octet-stream')
    await store.read(PROBE)
    await store.list()[Symbol.asyncIterator]().next()
    await store.delete([PROBE])
    return null
  } catch (error) {
    return problemOf(error)
  }
}

/**
 * Returns the problem for an error code of S3 or of a server that imitates S3
 * (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
 */
function problemOf(error: unknown): FilesProblem {
  const causes = causesOf(error) as (Error & { code?: unknown; $metadata?: { httpStatusCode?: number } })[]
  const status = causes.map(({ $metadata }) => $metadata?.httpStatusCode).find((found) => found !== undefined)
  const names = causes.map(({ name }) => name)
  const detail = causes.at(-1) ? nameOf(causes.at(-1)!) : null
  if (names.some((name) => WRONG_REGION.has(name)) || status === 301)
    return { code: 'files_region_wrong', detail }
  if (names.includes('NoSuchBucket') || status === 404) return { code: 'files_bucket_missing', detail }
  const refused = status === 401 || status === 403 || names.includes('CredentialsProviderError')
  return { code: refused ? 'files_key_refused' : 'files_unreachable', detail }
}

const WRONG_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
])

/**
 * Returns an error's code, or else its name. Leaves out the message, because it may quote what the site sent to the
 * file store, and admins see the result.
 */
const nameOf = ({ name, code }: { name: string; code?: unknown }) => (typeof code === 'string' ? code : name)
