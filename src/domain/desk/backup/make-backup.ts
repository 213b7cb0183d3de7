/**
 * Makes a backup: a snapshot of the whole database, the uploaded files, and at the end a manifest
 * (docs/operators/backup.md). A backup never contains a key, and sealed values stay sealed.
 */
import type { Database, Transaction } from '#platform/database/database.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { findSiteId } from '#platform/site-facts.ts'
import {
  type ArchiveWriter,
  createArchive,
  FORMAT,
  HEAD_NAME,
  type Manifest,
  MANIFEST_NAME,
  type Member,
  type TableEntry,
} from './archive.ts'
import { EXCLUDED_TABLES, PROBE, probePlace } from './rules.ts'
import * as store from './store/tables.ts'

/**
 * The approximate size of the chunks in which a table is written. It limits the memory for writing and reading a
 * backup.
 */
const PART_BYTES = 1 << 20

export interface BackupSource {
  /** The database to back up. It must allow statements without a time limit. */
  db: Database
  /** The store of the uploaded files. Null makes a backup without pictures. */
  files: FileStore | null
  /** Seals a known word. By that word, a restore recognizes whether a site has the right data keys. */
  sealer: Sealer
}

export interface MadeBackup {
  manifest: Manifest
  bytes: number
}

/**
 * Thrown if the pictures cannot be read, for example because their bucket does not answer. A backup without pictures
 * is still possible.
 */
export class PicturesUnread extends Error {}

/**
 * Writes the backup to `path`, completely or not at all. The folder must exist. If writing fails, for example because
 * the disk is full, throws and leaves no file. Throws `PicturesUnread` if the pictures cannot be read. Needs a few
 * megabytes of memory plus the names of the uploaded files.
 */
export async function makeBackup(source: BackupSource, path: string, madeAt: Date): Promise<MadeBackup> {
  const archive = createArchive(path, madeAt)
  try {
    await addText(archive, HEAD_NAME, JSON.stringify({ format: FORMAT }))
    const keyIds = new Set<string>()
    const tables = await store.inSnapshot(source.db, (tx) => addTables(archive, tx, keyIds))
    // Reads the pictures after the tables. So a backup may contain a picture that no row names, but never lacks one
    // that a row names.
    const files = source.files ? await addFiles(archive, source.files) : []
    const manifest: Manifest = {
      format: FORMAT,
      madeAt: madeAt.toISOString(),
      ...tables,
      keyIds: [...keyIds].toSorted(),
      probe: source.sealer.seal(probePlace(madeAt.toISOString()), PROBE),
      files,
      picturesLeftOut: source.files === null,
    }
    await addText(archive, MANIFEST_NAME, JSON.stringify(manifest))
    return { manifest, bytes: await archive.finish() }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function addText(archive: ArchiveWriter, name: string, text: string): Promise<Member> {
  const bytes = Buffer.from(text)
  return archive.add(name, bytes.length, [bytes])
}

type OfDatabase = Pick<Manifest, 'site' | 'migration' | 'tables' | 'sequences' | 'sums'>

async function addTables(archive: ArchiveWriter, tx: Transaction, keyIds: Set<string>): Promise<OfDatabase> {
  const migration = await store.findLevel(tx)
  if (migration === null) throw new Error('This is not a database of the site.')
  const tables: TableEntry[] = []
  for (const name of await store.listTables(tx)) {
    if (EXCLUDED_TABLES.has(name)) continue
    const parts = await addTable(archive, store.readLines(tx, name), { name, keyIds })
    tables.push({ name, ...(await store.readFacts(tx, name)), parts })
  }
  const site = (await findSiteId(tx)) ?? null
  return { site, migration, tables, sequences: await store.readSequences(tx), sums: await store.readSums(tx) }
}

/** Matches the key id of a sealed value in a line of JSON. */
const SEALED = /"s1\.([\w-]+)\./g

async function addTable(
  archive: ArchiveWriter,
  rows: AsyncIterable<string[]>,
  { name, keyIds }: { name: string; keyIds: Set<string> },
): Promise<Member[]> {
  const parts: Member[] = []
  let text = ''
  const flush = async () => {
    const number = String(parts.length + 1).padStart(5, '0')
    parts.push(await addText(archive, `tables/${name}/${number}.jsonl`, text))
    text = ''
  }
  for await (const lines of rows) {
    for (const line of lines) {
      for (const [, id] of line.matchAll(SEALED)) if (id) keyIds.add(id)
      text += `${line}\n`
      if (text.length >= PART_BYTES) await flush()
    }
  }
  if (text !== '') await flush()
  return parts
}

async function addFiles(archive: ArchiveWriter, files: FileStore): Promise<Member[]> {
  const members: Member[] = []
  for await (const name of asPicturesUnread(files.list())) {
    const found = await files.find(name).catch(throwPicturesUnread)
    // A picture may have been deleted after the site listed the names.
    if (!found) continue
    const bytes = asPicturesUnread(await found.stream().catch(throwPicturesUnread))
    members.push(await archive.add(`files/${name}`, found.size, bytes))
  }
  return members
}

function throwPicturesUnread(error: unknown): never {
  throw new PicturesUnread('The uploaded pictures cannot be read', { cause: error })
}

/**
 * Throws `PicturesUnread` if the store of the pictures fails. Errors of writing the backup file pass through
 * unchanged.
 */
async function* asPicturesUnread<T>(read: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* read
  } catch (error) {
    throwPicturesUnread(error)
  }
}
