/**
 * Content negotiation (RFC 9110): chooses the encoding, and checks whether the client already has the body.
 */

export type Encoding = 'br' | 'gzip'

/**
 * Returns the first offered encoding that `Accept-Encoding` allows. Returns null if none is allowed, so that
 * the body is sent unencoded. List the encoding with the smallest body first.
 */
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

/**
 * Returns true if `If-None-Match` contains the entity tag. Then the visitor's browser already has this body.
 */
export function namesTag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false
  // Browsers nearly always send exactly one entity tag, so this quick comparison comes first.
  return header === etag || header.split(',').some((entry) => ['*', etag, `W/${etag}`].includes(entry.trim()))
}
