/** Reading request bodies: never more than the limit, JSON only, no surprises inside. */

/** More than any form of ours needs, as JSON or as a plain form. */
export const FORM_LIMIT_BYTES = 100 * 1024
/** The payment provider's notices carry whole objects. */
export const WEBHOOK_LIMIT_BYTES = 512 * 1024

export type BodyProblem = 'too_large' | 'unsupported_type' | 'malformed'
export type JsonBody = { ok: true; value: unknown } | { ok: false; problem: BodyProblem }

/**
 * The bytes of the body, `too_large` as soon as they are more than `limit`, or `malformed` when the caller
 * breaks off: their doing, and no fault of ours to be told in the log.
 */
export async function readBytes(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | 'too_large' | 'malformed'> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return 'too_large'
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > limit) return 'too_large'
      chunks.push(chunk)
    }
  } catch {
    return 'malformed'
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The kind of the body, in lower case and without parameters; `''` when it is not told. */
export function mediaType(request: Request): string {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  return type.trim().toLowerCase()
}

/** The JSON body; not JSON by its type, not UTF-8, not JSON by its content: the fitting problem. */
export async function readJson(request: Request): Promise<JsonBody> {
  if (mediaType(request) !== 'application/json') return { ok: false, problem: 'unsupported_type' }
  const bytes = await readBytes(request, FORM_LIMIT_BYTES)
  if (typeof bytes === 'string') return { ok: false, problem: bytes }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return holdsUnstorableText(value) ? { ok: false, problem: 'malformed' } : { ok: true, value }
  } catch {
    return { ok: false, problem: 'malformed' }
  }
}

/** PostgreSQL cannot hold U+0000 or half a surrogate pair in a text; nobody types them. */
export function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed()
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([key, inner]) => holdsUnstorableText(key) || holdsUnstorableText(inner))
}
