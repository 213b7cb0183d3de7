/** The key of a request in the response cache, and whether the cache may answer it at all. */
import type { Caller } from '#platform/http/context.ts'
import { queryString } from '#shared/client.ts'
import type { Endpoint } from '#shared/endpoint.ts'

export interface AskedFor {
  method: string
  /** Path and query. */
  url: string
  cookie: string | undefined
  authorization: string | undefined
  /** Headers in which browsers name the page that asks, and its origin. */
  fetchSite: string | undefined
  origin: string | undefined
}

/** A page or a call of the API whose reply may be cached. */
export interface Cacheable {
  /** Its one path, however that was written. */
  path: string
  /** The parameters that belong to it. */
  params: readonly string[]
}

type CacheableAt = (path: string) => Cacheable | null

/** Plain paths only: other spellings of the same page would each be cached. Nothing of the API here, no page's data. */
const PLAIN = /^\/(?!api\/|dev\/)[A-Za-z0-9._~/-]*$/
const ODD_ENDING = /\.data$|\/\//
/** The cookies of the site that change a page: who is signed in, who has named the dog, which events are unlocked. All others change none. */
const TELLING = /(?:^|[;,\s])(?:(?:__Host-)?(?:session|family)|unlocked-\d+)\s*=/

/** True when the caller is nobody in particular: no cookie that says who, or what was unlocked. */
function isAnonymous({ method, cookie, authorization }: AskedFor): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return authorization === undefined && (cookie === undefined || !TELLING.test(cookie))
}

/** The cookies that open an event for one browser. */
const UNLOCKING = /(?:^|[;,\s])unlocked-\d+\s*=/

/**
 * The key of a call of a page's loader, with its whole query, which our own pages made; null when its reply must not be kept.
 * Admins are answered alike, and so is everybody else, but for those who have unlocked something or named the dog.
 * `caller`: null when that could not be found out.
 */
export function loaderKey(
  { method, path, cacheBy }: Endpoint,
  query: Record<string, unknown>,
  { caller, cookie }: { caller: Caller | null; cookie: string },
): string | null {
  if (method !== 'GET' || !cacheBy || !caller || caller.family || UNLOCKING.test(cookie)) return null
  const alike = caller.kind === 'user' && caller.admin ? 'admin' : 'all'
  return `${alike} ${path}${queryString(query)}`
}

/** Calls of the API are answered to the site's own pages and to programs: what other sites' pages ask is refused further in. */
export const isCall = (url: string) => url.startsWith('/api/')
const isOwnCall = ({ fetchSite, origin }: AskedFor) =>
  origin === undefined && (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none')

/**
 * The key of a request that can be told at once; null when the cache must not answer it, or not without a closer look. A
 * call's address is its key where it is written as `keyOf` writes it.
 */
export function plainKey(asked: AskedFor): string | null {
  if (!isAnonymous(asked)) return null
  return (isCall(asked.url) ? isOwnCall(asked) : isPlain(asked.url)) ? asked.url : null
}

/** The key of any call of the API; null when its query holds anything but each of the call's own parameters once. */
function callKey(asked: AskedFor, callAt: CacheableAt): string | null {
  const [path = '', query = ''] = asked.url.split('?', 2)
  const call = isOwnCall(asked) ? callAt(path) : null
  if (!call) return null
  const given = [...new URLSearchParams(query)]
  const own = given.every(
    ([name], at) => call.params.indexOf(name) >= 0 && given.findIndex(([other]) => other === name) === at,
  )
  return own ? keyWith(call, new URLSearchParams(query)) : null
}

/** The key of any request: the path of its page with those of the page's own parameters that it has, in their order. */
export function keyOf(
  asked: AskedFor,
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
