/** The manifest of a backup: the member that closes it, so a file without one was never finished. */
import { z } from 'zod'

/** Raised when a reader of before could not read the file any more. */
export const FORMAT = 1

/** The first member, which tells at once whether a file is a backup of ours. */
export const HEAD_NAME = 'twelve-mile-backup.json'
export const MANIFEST_NAME = 'manifest.json'

export const head = z.object({ format: z.int() })

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

export const manifest = z.object({
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
