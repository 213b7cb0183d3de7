/**
 * Restores a backup. Checks the backup first, runs in one transaction, and compares the result with the manifest
 * before the commit. Also proves a backup by restoring it into an unused database (R20.8).
 */
import type { Database, Transaction } from '#platform/database/database.ts'
import { migrateWithin, migrationLevels } from '#platform/database/migrate.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import { noteRestored } from '#domain/guests/privacy/store/due.ts'
import { canOpen } from '#domain/guests/privacy/data-keys.ts'
import { SEALED_TABLES, type SealedTable } from '#domain/guests/privacy/sealed-columns.ts'
import { checkArchive, type Manifest, type OpenMember, readArchive, textOf } from './archive.ts'
import * as tables from './store/tables.ts'
import { fileTypeOf, PROBE, probePlace } from './rules.ts'

interface RestoreTarget {
  /** One database session without a time limit for statements. The database may be empty or migrated. */
  db: Database
  files: FileStore
  sealer: Sealer
  /** The SQL statements that create the sandboxes' tables. */
  sandboxDdl: readonly string[]
}

export interface RestoreOptions {
  /** True to delete all existing data before the restore. */
  replace: boolean
  /** Number of ids to skip after the last id of each database sequence. */
  gap: number
  /**
   * The time of the restore, to record which period of data is lost. Null if no newer data is lost, or if the restore
   * is only a trial.
   */
  continuesAt: Date | null
}

/**
 * The result of a restore. `refused` comes with a reason for people. A refused restore changes nothing, except that
 * some uploaded files may have been written.
 */
export type Restored = { outcome: 'restored'; manifest: Manifest } | { outcome: 'refused'; why: string }

class Refused extends Error {}

/**
 * Restores the backup at `path`. If the operating system or the database fails, throws and leaves the database
 * unchanged.
 */
export async function restoreBackup(
  target: RestoreTarget,
  path: string,
  options: RestoreOptions,
): Promise<Restored> {
  const checked = await checkArchive(path)
  if (!checked.ok) return { outcome: 'refused', why: checked.problem }
  const { manifest } = checked
  const unreadable = keyProblem(manifest, target.sealer)
  if (unreadable) return { outcome: 'refused', why: unreadable }
  if (!migrationLevels().includes(manifest.migration))
    return {
      outcome: 'refused',
      why: 'This backup was made by a newer version of the site. Update the site first.',
    }
  try {
    await target.db.transaction(async (tx) => {
      await tables.normalizeSession(tx)
      await emptyDatabase(tx, options)
      await fill(tx, { target, manifest, path })
      await tables.setSequences(tx, manifest.sequences, options.gap)
      await compare(tx, manifest)
      await migrateWithin(tx, migrationLevels().at(-1) ?? 0)
      const { continuesAt } = options
      if (continuesAt) await noteRestored(tx, { madeAt: new Date(manifest.madeAt), at: continuesAt })
    })
  } catch (error) {
    if (error instanceof Refused) return { outcome: 'refused', why: error.message }
    throw error
  }
  if (options.replace && !manifest.picturesLeftOut) await deleteOtherFiles(target.files, manifest)
  return { outcome: 'restored', manifest }
}

/** Returns why the site's present data keys cannot read the backup, or null if they can. */
function keyProblem({ keyIds, madeAt, probe }: Manifest, sealer: Sealer): string | null {
  const missing = keyIds.filter((id) => !sealer.keyIds.includes(id)).map((id) => `"${id}"`)
  if (missing.length > 0)
    return `DATA_KEYS lacks the key ${missing.join(' and ')}, under which this backup is sealed. Set it as it was then.`
  const [, id = ''] = probe.split('.')
  if (!sealer.keyIds.includes(id)) return null
  try {
    if (sealer.open(probePlace(madeAt), probe as Sealed) === PROBE) return null
  } catch {
    // This key does not open the sealed word, so it is another key with the same id. The message below says so.
  }
  return `DATA_KEYS has another key under the name "${id}" than this backup is sealed with. Set the one of then, or put DATA_DIR/secrets back.`
}

async function emptyDatabase(tx: Transaction, { replace }: RestoreOptions): Promise<void> {
  const foreign = await tables.listForeignTables(tx)
  if (foreign.length > 0)
    throw new Refused(
      `This database has tables of others (${listSome(foreign)}). Give the site one of its own.`,
    )
  if ((await tables.countSites(tx)) > 0)
    throw new Refused('A site is running on this database. Stop all of its processes first.')
  const filled = await tables.listFilledTables(tx)
  if (filled.length > 0 && !replace)
    throw new Refused(
      `This database is not empty (${listSome(filled)}). Name an empty one, or add --replace to delete what is in it.`,
    )
  await tables.dropEverything(tx)
}

const listSome = (names: string[]) => names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '')

async function fill(
  tx: Transaction,
  { target, manifest, path }: { target: RestoreTarget; manifest: Manifest; path: string },
): Promise<void> {
  await migrateWithin(tx, manifest.migration)
  if (manifest.tables.some(({ name }) => name.startsWith('sandbox.')))
    await tables.makeSandboxTables(tx, target.sandboxDdl)
  const restoreConstraints = await tables.dropConstraints(tx)
  const known = new Set(manifest.tables.map(({ name }) => name))
  for await (const member of readArchive(path)) {
    const [folder, name = ''] = member.name.split('/')
    if (folder === 'tables' && known.has(name)) await loadPart(tx, name, member)
    if (folder === 'files') await loadFile(target.files, name, member)
  }
  await restoreConstraints()
}

async function loadPart(tx: Transaction, table: string, member: OpenMember): Promise<void> {
  const lines = (await textOf(member)).split('\n')
  await tables.insertLines(tx, table, lines.slice(0, -1))
}

async function loadFile(files: FileStore, name: string, member: OpenMember): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of member.bytes) chunks.push(chunk)
  await files.write(name, Buffer.concat(chunks), fileTypeOf(name))
}

/** Compares the restored tables with the backup's manifest: row counts, checksums and totals. */
async function compare(tx: Transaction, manifest: Manifest): Promise<void> {
  for (const { name, rows, fingerprint } of manifest.tables) {
    const found = await tables.readFacts(tx, name)
    if (found.rows !== rows || found.fingerprint !== fingerprint)
      throw new Refused(`${name} was restored with ${found.rows} of ${rows} rows, or with different ones.`)
  }
  const sums = await tables.readSums(tx)
  if (JSON.stringify(sums) !== JSON.stringify(manifest.sums))
    throw new Refused('The totals of payments and refunds came out different.')
}

async function deleteOtherFiles(files: FileStore, manifest: Manifest): Promise<void> {
  const kept = new Set(manifest.files.map(({ name }) => name))
  const others: string[] = []
  for await (const name of files.list()) if (!kept.has(`files/${name}`)) others.push(name)
  await files.delete(others)
}

/** Number of rows per table whose sealed values a trial restore opens as a check. */
const SAMPLE = 100

/**
 * A file store that discards all files. Each file's checksum was already compared with the manifest, so a trial
 * restore need not store the file.
 */
const DISCARDED_FILES: FileStore = {
  write: async () => {},
  find: async () => null,
  read: async () => null,
  list: async function* () {},
  delete: async () => {},
}

/**
 * Restores the backup at `path` on trial and returns the problems it finds, one sentence each. Returns an empty list
 * if the backup can be restored. Overwrites everything in the database of `scratch`.
 */
export async function proveBackup(scratch: Omit<RestoreTarget, 'files'>, path: string): Promise<string[]> {
  const trial = { replace: true, gap: 0, continuesAt: null }
  const restored = await restoreBackup({ ...scratch, files: DISCARDED_FILES }, path, trial)
  if (restored.outcome === 'refused') return [restored.why]
  const { db, sealer } = scratch
  const sealed: string[] = []
  for (const table of SEALED_TABLES) sealed.push(...(await sealedProblems(db, sealer, table)))
  return [...(await accountProblems(db)), ...(await fileProblems(db, restored.manifest)), ...sealed]
}

async function accountProblems(db: Database): Promise<string[]> {
  const uneven = await tables.countUnbalanced(db)
  const over = await tables.countOverRefunded(db)
  return [
    ...(uneven > 0 ? [`The paid invoices of ${uneven} reservations do not match their payments.`] : []),
    ...(over > 0 ? [`For ${over} payments, the refunds exceed the payment.`] : []),
  ]
}

async function fileProblems(db: Database, { files, picturesLeftOut }: Manifest): Promise<string[]> {
  if (picturesLeftOut) return []
  const there = new Set(files.map(({ name }) => name.slice('files/'.length).split('-')[0]))
  const lost = (await tables.listUploads(db)).filter((name) => !there.has(name)).length
  return lost > 0 ? [`${lost} uploaded pictures and PDFs have no file.`] : []
}

async function sealedProblems(db: Database, sealer: Sealer, table: SealedTable): Promise<string[]> {
  for (const { row, values } of await tables.listSomeSealed(db, table, SAMPLE))
    for (const [column, { column: inSql }] of Object.entries(table.columns)) {
      const value = values[inSql]
      if (value && !canOpen(sealer, { table: table.table, row, column }, value as Sealed))
        return [`${table.table}.${column} does not open with the keys of DATA_KEYS.`]
    }
  return []
}
