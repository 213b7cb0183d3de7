/**
 * Keeps a PDF, byte for byte: its file first, its row last, with the sweep promised before, as for a picture. Nothing
 * here reads what is in it; browsers show it in a viewer of their own, apart from the site (docs/security.md).
 */
import type { Transaction } from '#platform/database/database.ts'
import { isOutage } from '#platform/http/outage.ts'
import { promiseSweep, type UploadDeps } from './keep-picture.ts'
import { DOCUMENT_SWEEP_JOB } from './jobs.ts'
import { documentFile, randomName } from './picture-files.ts'
import { insertDocument } from './store.ts'

const BEGINS = Buffer.from('%PDF-')
const ENDS = '%%EOF'
/** Programs write line ends, and a signature's padding, after the last mark. */
const END_BYTES = 1024

/** Whether it begins and ends as a PDF does: a page that says it is one, or half a PDF, is none. */
export function isPdf(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes
  const seen = Buffer.from(buffer, byteOffset, length)
  return seen.subarray(0, BEGINS.length).equals(BEGINS) && seen.subarray(-END_BYTES).includes(ENDS)
}

/** Keeps it with what `withIt` writes in the transaction of its row; the reply is its address. */
export async function keepDocument(
  deps: UploadDeps,
  { bytes, uploadedBy }: { bytes: Uint8Array; uploadedBy: string },
  withIt: (tx: Transaction, id: number) => Promise<void>,
): Promise<string> {
  const { db, files, now } = deps
  const name = randomName()
  const file = documentFile(name)
  await promiseSweep(deps, DOCUMENT_SWEEP_JOB, { name })
  try {
    await files.write(file, bytes, 'application/pdf')
    await db.transaction(async (tx) => {
      const row = { name, bytes: bytes.length, uploadedBy, createdAt: now() }
      await withIt(tx, await insertDocument(tx, row))
    })
  } catch (error) {
    // A store that is away would only be waited for once more; the sweep comes anyway.
    if (!isOutage(error)) await files.delete([file]).catch(() => {})
    throw error
  }
  return `/uploads/${file}`
}
