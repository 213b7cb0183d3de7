/** Proves a backup by restoring it into a database that nobody uses, and looking at what came out (R20.8). */
import type { Database } from '#platform/database/database.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { opens, SEALED_TABLES, type SealedTable } from '#features/privacy/index.ts'
import type { Manifest } from './archive.ts'
import { restoreBackup, type RestoreTarget } from './restore-backup.ts'
import { countOverRefunded, countUneven, listUploads, listSomeSealed } from './store/tables.ts'

/** Rows whose sealed values are opened, of each table. */
const SAMPLE = 100

/** Files are read and compared with the manifest by the restore; they need not be written anywhere for that. */
const NOWHERE: FileStore = {
  write: async () => {},
  find: async () => null,
  read: async () => null,
  list: async function* () {},
  delete: async () => {},
}

/** The problems of the backup at `path`, a sentence each; none: it can be restored. `db` loses all that it holds. */
export async function proveBackup(scratch: Omit<RestoreTarget, 'files'>, path: string): Promise<string[]> {
  const trial = { replace: true, gap: 0, goesOnAt: null }
  const restored = await restoreBackup({ ...scratch, files: NOWHERE }, path, trial)
  if (restored.outcome === 'refused') return [restored.why]
  const { db, sealer } = scratch
  const sealed: string[] = []
  for (const table of SEALED_TABLES) sealed.push(...(await sealedProblems(db, sealer, table)))
  return [...(await booksProblems(db)), ...(await fileProblems(db, restored.manifest)), ...sealed]
}

async function booksProblems(db: Database): Promise<string[]> {
  const uneven = await countUneven(db)
  const over = await countOverRefunded(db)
  return [
    ...(uneven > 0 ? [`The paid invoices of ${uneven} reservations do not add up to their payments.`] : []),
    ...(over > 0 ? [`Of ${over} payments more was refunded than was received.`] : []),
  ]
}

async function fileProblems(db: Database, { files, picturesLeftOut }: Manifest): Promise<string[]> {
  if (picturesLeftOut) return []
  const there = new Set(files.map(({ name }) => name.slice('files/'.length).split('-')[0]))
  const lost = (await listUploads(db)).filter((name) => !there.has(name)).length
  return lost > 0 ? [`${lost} uploaded pictures and PDFs have no file.`] : []
}

async function sealedProblems(db: Database, sealer: Sealer, table: SealedTable): Promise<string[]> {
  for (const { row, values } of await listSomeSealed(db, table, SAMPLE))
    for (const [column, { column: inSql }] of Object.entries(table.columns)) {
      const value = values[inSql]
      if (value && !opens(sealer, { table: table.table, row, column }, value as Sealed))
        return [`${table.table}.${column} does not open with the keys of DATA_KEYS.`]
    }
  return []
}
