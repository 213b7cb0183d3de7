/**
 * Stores pictures and PDFs: first the files, then their database row. Enqueues a cleanup job before it writes the
 * first file. If a crash leaves files without a row, that job deletes them within the hour.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '#platform/database/database.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { isOutage } from '#platform/http/outage.ts'
import { enqueue, type JobKind, jobKind } from '#platform/outbox.ts'
import type { Services } from '#platform/services.ts'
import {
  uploadLink,
  pictureName,
  previewOf,
  TYPES,
  keptWidths,
  type PictureType,
} from '#shared/uploaded-picture.ts'
import type { DecodeProblem, EncodedPicture } from './encode-pictures.ts'
import { processPicture } from './image-worker.ts'
import { insertDocument, insertUpload } from './store.ts'

export const MAKE_AVIF = jobKind('make-avif', z.object({ name: z.string() }))
export const DELETE_LEFTOVER_PICTURE = jobKind(
  'delete-leftover-picture',
  z.object({ name: z.string(), width: z.number() }),
)
export const DELETE_LEFTOVER_PDF = jobKind('delete-leftover-pdf', z.object({ name: z.string() }))

// The names of all files of a picture or a PDF begin with the same random name.

/** Returns a random name of 20 letters and digits that nobody can guess. */
const randomName = () => randomBytes(10).toString('hex')

export const fileName = (name: string, { width, type }: { width: number; type: PictureType }): string =>
  `${name}-${width}.${type}`

/** Returns the name of a picture's master, from which the AVIF files are made. */
export const masterName = (name: string): string => `${name}-master.jpg`

export const documentFile = (name: string): string => `${name}.pdf`

/** Returns the name of the uploaded PDF's file if `path` is its address, or null for any other path. */
export const documentAt = (path: string): string | null =>
  /^\/uploads\/([a-z0-9]{20}\.pdf)$/.exec(path)?.[1] ?? null

/** Deletes all files that the site may have made from a picture of this width. */
export async function deletePictureFiles(
  files: FileStore,
  { name, width }: { name: string; width: number },
): Promise<void> {
  const types = Object.keys(TYPES) as PictureType[]
  const kept = keptWidths(width).flatMap((each) => types.map((type) => fileName(name, { width: each, type })))
  await files.delete([...kept, masterName(name)])
}

export interface UploadDeps extends Services {
  files: FileStore
}

interface StoredPicture {
  id: number
  link: string
}

const SWEEP_AFTER_MS = 60 * 60_000

/**
 * Writes the rows that use an uploaded picture, in the same transaction as the picture's own row. Returns null if the
 * picture cannot be used, for example because its event was deleted.
 */
type WriteWithRow<T> = (tx: Transaction, kept: StoredPicture) => Promise<T | null>

export async function storePicture<T>(
  deps: UploadDeps,
  { bytes, uploadedBy }: { bytes: Uint8Array; uploadedBy: string },
  writeWithRow: WriteWithRow<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: DecodeProblem | 'not_wanted' }> {
  const { db, files, now } = deps
  const taken = await processPicture(bytes)
  if (!taken.ok) return taken
  const { picture } = taken
  const name = pictureName({ random: randomName(), ...picture })
  await enqueueCleanup(deps, DELETE_LEFTOVER_PICTURE, { name, width: picture.width })
  try {
    await writeFiles(files, name, picture)
    const value = await db.transaction(async (tx) => {
      const id = await insertUpload(tx, { ...columns(name, picture), uploadedBy, createdAt: now() })
      await enqueue(tx, MAKE_AVIF, { input: { name }, dedupeKey: `uploads.avif.${name}`, runAt: now() })
      const written = await writeWithRow(tx, { id, link: uploadLink(name) })
      if (written === null) throw new NotWanted()
      return written
    })
    return { ok: true, value }
  } catch (error) {
    // Deletes the files immediately, unless the file store is down. If it is down, each deletion would only wait for a
    // timeout, so the cleanup job deletes the files later.
    if (!isOutage(error)) await deletePictureFiles(files, { name, width: picture.width }).catch(() => {})
    if (error instanceof NotWanted) return { ok: false, problem: 'not_wanted' }
    throw error
  }
}

/** Thrown to roll back the transaction if the event was deleted while an admin uploaded a picture for it. */
class NotWanted extends Error {}

/** Enqueues a job that deletes these files after an hour, unless they have a database row by then. */
async function enqueueCleanup<Input extends { name: string }>(
  { db, now }: UploadDeps,
  kind: JobKind<Input>,
  input: Input,
): Promise<void> {
  const runAt = new Date(now().getTime() + SWEEP_AFTER_MS)
  const dedupeKey = `${kind.kind}.${input.name}`
  await db.transaction((tx) => enqueue(tx, kind, { input, dedupeKey, runAt }))
}

async function writeFiles(files: FileStore, name: string, made: EncodedPicture): Promise<void> {
  await files.write(masterName(name), made.master, TYPES.jpg)
  for (const file of made.files) await files.write(fileName(name, file), file.bytes, TYPES[file.type])
}

function columns(name: string, { width, height }: EncodedPicture) {
  return { name, width, height, widths: keptWidths(width), preview: previewOf(name) }
}

// From here on: PDFs. The site stores a PDF byte for byte and never parses it. Browsers show it in their own viewer,
// isolated from the site.

const BEGINS = '%PDF-'
/**
 * How many bytes may come before the PDF header. PDF readers look for the header in the first 1024 bytes (ISO 32000-1
 * annex H.3.4.1).
 */
const BEGIN_BYTES = 1024
const ENDS = '%%EOF'
/**
 * How far the end marker may be from the end of the PDF, in bytes. Programs write line ends or a signature's padding
 * after the marker.
 */
const END_BYTES = 1024

/** Matches the printer commands that a file made for a printer has before the PDF. */
const PRINT_JOB_LINE = /@PJL[^\r\n]*/g
/** Matches text before the PDF header that a browser could run as a page or a script. */
const RUNS_ELSEWHERE = /[<=(`]|\/[*/]/
/** Bytes that may follow the end marker of a PDF: zeros, white space and the old end-of-file character. */
const PADDING = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x20])

/**
 * Returns true if the bytes begin and end like a PDF. Refuses a renamed web page and half a PDF. Like PDF readers,
 * accepts a byte order mark or line ends before the header, and any amount of padding at the end.
 */
export function isPdf(bytes: Uint8Array): boolean {
  const seen = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const begin = seen.subarray(0, BEGIN_BYTES).indexOf(BEGINS)
  const before = seen.toString('latin1', 0, Math.max(0, begin)).replaceAll(PRINT_JOB_LINE, '')
  if (begin < 0 || RUNS_ELSEWHERE.test(before)) return false
  let end = seen.length
  while (PADDING.has(seen[end - 1] ?? -1)) end -= 1
  return seen.subarray(Math.max(begin, end - END_BYTES), end).includes(ENDS)
}

/** Stores a PDF, and calls `writeWithRow` in the transaction that writes the PDF's row. Returns the PDF's address. */
export async function storeDocument(
  deps: UploadDeps,
  { bytes, uploadedBy }: { bytes: Uint8Array; uploadedBy: string },
  writeWithRow: (tx: Transaction, id: number) => Promise<void>,
): Promise<string> {
  const { db, files, now } = deps
  const name = randomName()
  const file = documentFile(name)
  await enqueueCleanup(deps, DELETE_LEFTOVER_PDF, { name })
  try {
    await files.write(file, bytes, 'application/pdf')
    await db.transaction(async (tx) => {
      const row = { name, bytes: bytes.length, uploadedBy, createdAt: now() }
      await writeWithRow(tx, await insertDocument(tx, row))
    })
  } catch (error) {
    // If the file store is down, a deletion would only wait for another timeout. The cleanup job deletes the file
    // later.
    if (!isOutage(error)) await files.delete([file]).catch(() => {})
    throw error
  }
  return `/uploads/${file}`
}
