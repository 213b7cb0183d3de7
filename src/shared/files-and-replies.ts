/** The body of an endpoint that takes a file (`takes: 'file'`), and the replies that are no JSON (`gives`). */
import { z } from 'zod'

/** The largest file that a call takes (R11.12). */
export const FILE_LIMIT_BYTES = 25 * 1024 * 1024

/** A file as it was sent: `name` and `type` are what the sender says, and prove nothing. */
export interface SentFile {
  bytes: Uint8Array<ArrayBuffer>
  name: string
  type: string
}

const isSentFile = (value: unknown): value is SentFile =>
  value !== null && typeof value === 'object' && 'bytes' in value && value.bytes instanceof Uint8Array

/** One part `file` of a `multipart/form-data` body. */
export const fileInput = z
  .object({ file: z.custom<SentFile>(isSentFile) })
  .meta({ title: 'multipart with one `file`' })

const isResponse = (value: unknown) => value instanceof Response

/** The reply of `gives: 'csv'`: the handler's own `Response`. */
export const csvReply = z.custom<Response>(isResponse).meta({ title: 'text/csv' })

/** The reply of `gives: 'pdf'`: the handler's own `Response`. */
export const pdfReply = z.custom<Response>(isResponse).meta({ title: 'application/pdf' })

/** The reply of `gives: 'redirect'`: the handler's own `Response`. */
export const redirectReply = z.custom<Response>(isResponse).meta({ title: 'redirect' })
