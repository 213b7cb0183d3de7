/** Second copies of large files, in the bucket of the uploads where there is one, apart from what the site serves. */
import { createReadStream } from 'node:fs'
import { Disk } from 'flydrive'
import type { Settings } from '../settings.ts'

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
    list: () => namesIn(disk, `${folder}/`),
    delete: (name) => disk.delete(`${folder}/${name}`),
  }
}

async function* namesIn(disk: Disk, prefix: string): AsyncGenerator<string> {
  let page: string | undefined
  do {
    const listed = await disk.listAll(prefix, page ? { paginationToken: page } : {})
    for (const { name, isFile } of listed.objects) if (isFile) yield name
    page = listed.paginationToken
  } while (page)
}
