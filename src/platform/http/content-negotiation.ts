/** Content negotiation by a request's headers (RFC 9110): which encoding, and whether the client has the body already. */

export type Encoding = 'br' | 'gzip'

/** The smallest of the given encodings that `Accept-Encoding` takes; null: send it as it is. */
export function bestEncoding(
  header: string | null | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding | null {
  if (!header) return null
  const accepted = new Map(
    header.split(',').map((entry): [string, boolean] => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )
  return offered.find((name) => accepted.get(name)) ?? null
}

/** True when `If-None-Match` names the entity tag: the visitor has this very body. */
export function namesTag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false
  // Browsers send this, nearly always.
  return header === etag || header.split(',').some((entry) => ['*', etag, `W/${etag}`].includes(entry.trim()))
}
