/** Computes the cache key of a request, and decides whether the cache may answer the request at all. */
import { type Caller, roleOf } from '#platform/http/context.ts'
import { queryString } from '#shared/client.ts'
import type { Endpoint } from '#shared/endpoint.ts'

export interface RequestFacts {
  method: string
  /** Path and query of the request. */
  url: string
  cookie: string | undefined
  authorization: string | undefined
  /**
   * The value of `Sec-Fetch-Site`, by which a browser says whether our own page sends the call. The next
   * field is the page's origin.
   */
  fetchSite: string | undefined
  origin: string | undefined
}

/** A page or an API call whose reply may be cached. */
export interface Cacheable {
  /** The path in its canonical spelling, whatever spelling the request used. */
  path: string
  /** Names of the query parameters that are part of the cache key. */
  params: readonly string[]
}

type CacheableAt = (path: string) => Cacheable | null

/**
 * Matches only paths in a plain spelling. The cache would store other spellings of a page separately. Does
 * not match the API, the sandboxes, and the data of pages.
 */
const PLAIN = /^\/(?!api\/|dev\/)[A-Za-z0-9._~/-]*$/
const ODD_ENDING = /\.data$|\/\//
/**
 * Matches the site's cookies that change a page: the session, the cookie that opens the family calendar, and
 * unlocked events.
 */
const TELLING = /(?:^|[;,\s])(?:(?:__Host-)?(?:session|family)|unlocked-\d+)\s*=/

/** Returns true if the request has no cookie and no token that could change the reply. */
function isAnonymous({ method, cookie, authorization }: RequestFacts): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return authorization === undefined && (cookie === undefined || !TELLING.test(cookie))
}

/** Matches cookies that unlock an event for one browser. */
const UNLOCKING = /(?:^|[;,\s])unlocked-\d+\s*=/

/**
 * Returns the cache key of an API call by a page's loader, with its whole query. Returns null if the reply
 * must not be cached. All staff of one role get the same reply, which no other role gets. All other visitors get
 * another, except visitors who have unlocked an event or given the dog's name. `caller` is null if reading the
 * session failed.
 */
export function loaderKey(
  { method, path, cacheBy }: Endpoint,
  query: Record<string, unknown>,
  { caller, cookie }: { caller: Caller | null; cookie: string },
): string | null {
  if (method !== 'GET' || !cacheBy || !caller || caller.family || UNLOCKING.test(cookie)) return null
  return `${roleOf(caller) ?? 'all'} ${path}${queryString(query)}`
}

/**
 * Returns true for API calls. The cache answers them only to our own pages and to programs, because the API
 * refuses calls by pages of other sites.
 */
export const isCall = (url: string) => url.startsWith('/api/')
const isOwnCall = ({ fetchSite, origin }: RequestFacts) =>
  origin === undefined && (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none')

/**
 * Returns the cache key of a request if it can be found without the routes. Returns null if it cannot, or if
 * the cache must not answer the request. For an API call, returns its address, which matches a stored key
 * only if the address has the form that `keyOf` returns.
 */
export function plainKey(asked: RequestFacts): string | null {
  if (!isAnonymous(asked)) return null
  return (isCall(asked.url) ? isOwnCall(asked) : isPlain(asked.url)) ? asked.url : null
}

/**
 * Returns the cache key of an API call. Returns null if the query contains a parameter twice, or one that the
 * endpoint does not declare.
 */
function callKey(asked: RequestFacts, callAt: CacheableAt): string | null {
  const [path = '', query = ''] = asked.url.split('?', 2)
  const call = isOwnCall(asked) ? callAt(path) : null
  if (!call) return null
  const given = [...new URLSearchParams(query)]
  const own = given.every(
    ([name], at) => call.params.indexOf(name) >= 0 && given.findIndex(([other]) => other === name) === at,
  )
  return own ? keyWith(call, new URLSearchParams(query)) : null
}

/**
 * Returns the cache key of any request: the path of the page, with the query parameters that the page
 * declares, in that order. Returns null if the cache must not answer the request.
 */
export function keyOf(
  asked: RequestFacts,
  { pageAt, callAt }: Record<'pageAt' | 'callAt', CacheableAt>,
): string | null {
  if (!isAnonymous(asked)) return null
  if (isCall(asked.url)) return callKey(asked, callAt)
  const [asGiven = '', query = ''] = asked.url.split('?', 2)
  const page = isPlain(asGiven) ? pageAt(asGiven) : null
  return page && keyWith(page, new URLSearchParams(query))
}

function keyWith({ path, params }: Cacheable, given: URLSearchParams): string {
  const kept = params.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value]]
  })
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}

const isPlain = (path: string) => PLAIN.test(path) && !ODD_ENDING.test(path)
