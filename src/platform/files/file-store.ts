/**
 * Where files are kept that came in at run time: a folder below `DATA_DIR`, or a bucket (R21.4).
 * Names are ours, never a sender's. What fails is thrown.
 */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import type { DriverContract } from 'flydrive/types'
import { Outage } from '../http/outage.ts'
import type { Settings } from '../settings.ts'
import { DiskDriver } from './disk-driver.ts'
import { createReadStream } from 'node:fs'

export interface StoredFile {
  /** Bytes. */
  size: number
  /** Opens it; to be read to the end or cancelled. */
  stream(): Promise<ReadableStream<Uint8Array>>
}

export interface FileStore {
  /** Whole or not at all, also when the power goes. A file of that name is replaced. */
  write(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null: there is none. */
  find(name: string): Promise<StoredFile | null>
  /** Null: there is none. */
  read(name: string): Promise<Uint8Array | null>
  /** The names of all of them, in no order. */
  list(): AsyncIterable<string>
  /** Does nothing about those that are not there. */
  delete(names: readonly string[]): Promise<void>
}

const FOLDER = 'uploads'

/** Opens the store that the settings name. Nothing is made or asked for before the first use. `limits`: tests only. */
export async function openFileStore(
  { files, dataDir }: Pick<Settings, 'files' | 'dataDir'>,
  limits?: { connectMs: number; silentMs: number },
): Promise<FileStore> {
  if (files.kind === 'disk') return fileStore(new DiskDriver(join(dataDir, FOLDER)), '')
  // Loaded only where it is used: the SDK takes its time and its memory.
  const { openBucket } = await import('./bucket.ts')
  return elsewhere(fileStore(openBucket(files, limits), `${FOLDER}/`))
}

/** Whatever a store over the network cannot do is an outage to whoever needs it: the next try may find it mended. */
function elsewhere(store: FileStore): FileStore {
  return {
    ...store,
    write: (...file) => tried(store.write(...file)),
    find: async (name) => {
      const found = await tried(store.find(name))
      return found && { ...found, stream: () => tried(found.stream()) }
    },
    read: (name) => tried(store.read(name)),
    delete: (names) => tried(store.delete(names)),
  }
}

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

/** The files below a prefix. A folder that was never written to is not there; half-written files begin with a dot. */
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

/** Whether the file is missing, as the file system or the SDK says it below flydrive's own error. */
function isMissing(error: unknown): boolean {
  const { cause } = error as { cause?: unknown }
  const { code, $metadata } = (cause ?? error) as { code?: string; $metadata?: { httpStatusCode?: number } }
  return code === 'ENOENT' || $metadata?.httpStatusCode === 404
}

// Second copies of large files, in the bucket of the uploads where there is one, apart from what the site serves.

export interface CopyStore {
  /** Streams the file at `path` there under this name. */
  put(name: string, path: string): Promise<void>
  list(): AsyncIterable<string>
  delete(name: string): Promise<void>
}

/** Null: files are kept on the disk alone. What fails later is thrown. */
export async function openCopyStore(files: Settings['files'], folder: string): Promise<CopyStore | null> {
  if (files.kind === 'disk') return null
  // Loaded only where it is used: the SDK takes its time and its memory.
  const { openBucket } = await import('./bucket.ts')
  const disk = new Disk(openBucket(files))
  return {
    put: (name, path) => disk.putStream(`${folder}/${name}`, createReadStream(path)),
    list: () => listFiles(disk, `${folder}/`),
    delete: (name) => disk.delete(`${folder}/${name}`),
  }
}
