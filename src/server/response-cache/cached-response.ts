/** A cached page or API reply: its complete body in every encoding, with headers that are ready to send. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bestEncoding, namesTag, type Encoding } from '#platform/http/content-negotiation.ts'

interface CachedBody {
  etag: string
  /** The headers as alternating names and values, as Node's `writeHead` expects them. */
  headers: string[]
  /**
   * Headers of a reply with status 304, without those about the body. It has no Content-Security-Policy either: the
   * browser keeps the one that came with its copy of the page, and a policy in the 304 would replace that.
   */
  notModified: string[]
  bytes: Buffer
}

export interface CachedResponse {
  /** The pattern of the page or the name of the API endpoint, for the log. */
  route: string
  bodies: Record<Encoding | 'identity', CachedBody>
  /** The time until which the reply is valid, in milliseconds since 1970. */
  validUntil: number
  /** About how many bytes of memory the cached reply takes. */
  size: number
}

/**
 * Makes browsers ask at each visit whether the page is still valid, because a guest may have taken a spot
 * since. Other caches may store the reply, because it sets no cookie.
 */
const KEPT = 'public, no-cache'

/** Headers that differ between replies, so they are not cached. */
const OWN = new Set(['set-cookie', 'x-request-id', 'content-length', 'cache-control', 'vary', 'etag'])
const NOT_ON_304 = new Set(['content-type', 'content-encoding', 'content-length', 'content-security-policy'])

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)
/** The effort of the brotli encoder. A higher value takes ten times as long and saves only a few bytes. */
const BROTLI_QUALITY = 5

/** Creates the cached form of a finished page, with all headers that are the same for its visitors. */
export async function cacheResponse(
  response: Response,
  { route, validUntil }: Pick<CachedResponse, 'route' | 'validUntil'>,
): Promise<CachedResponse> {
  const identity = Buffer.from(await response.arrayBuffer())
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const shared = [...response.headers].filter(([name]) => !OWN.has(name))
  shared.push(['cache-control', KEPT], ['vary', 'accept-encoding'])
  const br = await packBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  const bodies = {
    br: cacheBody('br', br, { hash, shared }),
    gzip: cacheBody('gzip', await packGzip(identity), { hash, shared }),
    identity: cacheBody('identity', identity, { hash, shared }),
  }
  const size = Object.values(bodies).reduce(
    (sum, { bytes, headers }) => sum + bytes.length + headers.join().length,
    0,
  )
  return { route, validUntil, bodies, size }
}

function cacheBody(
  encoding: Encoding | 'identity',
  bytes: Buffer,
  { hash, shared }: { hash: string; shared: [name: string, value: string][] },
): CachedBody {
  const packed = encoding !== 'identity'
  const etag = `"${hash}${packed ? `-${encoding}` : ''}"`
  const headers: [name: string, value: string][] = [
    ...shared,
    ['etag', etag],
    ['content-length', String(bytes.length)],
    ...(packed ? [['content-encoding', encoding] as [string, string]] : []),
  ]
  return {
    etag,
    bytes,
    headers: headers.flat(),
    notModified: headers.filter(([name]) => !NOT_ON_304.has(name)).flat(),
  }
}

/** The facts about a request that decide which of the cached bodies is sent. */
interface Asked {
  method: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

interface CachedReply {
  status: 200 | 304
  headers: string[]
  /** The body of the reply. Null if the reply has no body, as for a 304. */
  body: Buffer | null
}

export function replyFrom(page: CachedResponse, { method, acceptEncoding, ifNoneMatch }: Asked): CachedReply {
  const { etag, headers, notModified, bytes } = page.bodies[bestEncoding(acceptEncoding) ?? 'identity']
  if (namesTag(ifNoneMatch, etag)) return { status: 304, headers: notModified, body: null }
  return { status: 200, headers, body: method === 'HEAD' ? null : bytes }
}
