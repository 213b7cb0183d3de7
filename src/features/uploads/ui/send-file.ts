/** Sending a file, as the parts of this folder do it: the pages hand in `uploadFile` of `src/web/browser-upload.ts`. */
import type { Failed, Result } from '#shared/client.ts'
import type { Endpoint, InputOf } from '#shared/endpoint.ts'
import { PDF_LIMIT_BYTES } from '../contract.ts'
import { FILE_LIMIT_BYTES } from '#shared/files-and-replies.ts'
import { HEIC_WORDS } from '#shared/uploaded-picture.ts'

export interface Sending {
  file: File
  /** From 0 to 1: how much of the file is on its way. At 1 the server still works on it. */
  onProgress?: ((part: number) => void) | undefined
  /** Ends it; the result is then `unavailable`. */
  signal?: AbortSignal | undefined
}

export type UploadFile = <E extends Endpoint>(
  endpoint: E,
  sending: Sending & Omit<InputOf<E>, 'body'>,
) => Promise<Result<E>>

export type FileKind = 'picture' | 'PDF'

const MOST_BYTES: Record<FileKind, number> = { picture: FILE_LIMIT_BYTES, PDF: PDF_LIMIT_BYTES }

/** The problem of a file that needs no sending to be refused; null: none known. */
export function problemBefore(
  { size, name }: Pick<File, 'size' | 'name'>,
  kind: FileKind = 'picture',
): string | null {
  const most = MOST_BYTES[kind]
  if (size === 0) return `${name} is empty.`
  if (kind === 'picture' && /\.hei[cf]$/i.test(name)) return `${name}: ${HEIC_WORDS}`
  return size > most ? `${name} is larger than ${most >> 20} MB. Make it smaller and try again.` : null
}

/** True when the same file may get through another time: it was not the file that was refused. */
export function mayGetThrough({ status }: Pick<Failed, 'status'>): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** The problem of a file after it was sent; without an answer it was most likely the connection. */
export function problemAfter(
  { status, message }: Pick<Failed, 'status' | 'message'>,
  kind: FileKind = 'picture',
): string {
  return status === 0 ? `The ${kind} did not upload. Check your connection and try again.` : message
}
