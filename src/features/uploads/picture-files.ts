/** Which files belong to a picture or a PDF, by its name alone. */
import { randomBytes } from 'node:crypto'
import type { FileStore } from '#platform/files/file-store.ts'
import { type PictureType, TYPES, widthsOf } from '#shared/uploaded-picture.ts'

/** 20 letters and digits that nobody guesses. */
export const randomName = () => randomBytes(10).toString('hex')

export function fileName(name: string, { width, type }: { width: number; type: PictureType }): string {
  return `${name}-${width}.${type}`
}

/** The name of the file from which the AVIF files are made; it goes when they are there. */
export function masterName(name: string): string {
  return `${name}-master.jpg`
}

export function documentFile(name: string): string {
  return `${name}.pdf`
}

/** The file of the PDF behind this path; null for any other address. */
export function askedDocument(path: string): string | null {
  return /^\/uploads\/([a-z0-9]{20}\.pdf)$/.exec(path)?.[1] ?? null
}

/** Deletes all that may be there of a picture. */
export async function deletePictureFiles(
  files: FileStore,
  { name, width }: { name: string; width: number },
): Promise<void> {
  const types = Object.keys(TYPES) as PictureType[]
  const kept = widthsOf(width).flatMap((each) => types.map((type) => fileName(name, { width: each, type })))
  await files.delete([...kept, masterName(name)])
}
