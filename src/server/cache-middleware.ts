/**
 * The outermost layer of the site: answers public pages and API calls from the cache, and passes all other
 * requests on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bound } from '#platform/http/bind.ts'
import { takeCacheable } from '#platform/http/headers.ts'
import type { Logger } from '#platform/log.ts'
import type { Services } from '#platform/services.ts'
import type { App } from './app.ts'
import { createHostCheck } from './host-check.ts'
import { cacheablePageAt } from './page-routes.ts'
import type { PageBuild } from './pages.ts'
import { type RequestFacts, isCall, type Cacheable, keyOf, plainKey } from './response-cache/cache-key.ts'
import { replyFrom } from './response-cache/cached-response.ts'
import {
  createResponseCache,
  type Render,
  type Rendered,
  type ResponseCache,
} from './response-cache/response-cache.ts'

export interface CacheMiddleware {
  fetch(request: Request, env?: object): Promise<Response>
  /**
   * Answers directly on the socket if the page is in the cache or the host name is wrong. If it returns
   * false, the caller must use `fetch`.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** The cache. Null in development, and for a site without pages. */
  cache: ResponseCache<Requester> | null
}

interface CacheMiddlewareOptions {
  app: App
  endpoints: readonly Bound[]
  services: Services
  loadBuild: (() => Promise<PageBuild>) | null
  development: boolean
}

/** The request because of which a page is rendered. */
interface Requester {
  request: Request
  env: object
}

/**
 * The request headers by which the cache decides what to reply. Read from Node's or from the web's type of request.
 */
interface HttpRequestFacts extends RequestFacts {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/**
 * Headers of a reply that refuses a wrong host name. The reply closes the connection, because the same
 * connection may carry requests of other clients.
 */
const REFUSAL_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  connection: 'close',
}

export function createCacheMiddleware({
  app,
  endpoints,
  services,
  loadBuild,
  development,
}: CacheMiddlewareOptions): CacheMiddleware {
  const { db, now } = services
  const render: Render<Requester> = (key, asker) => renderAlone(app, services, { key, ...asker })
  const cache = loadBuild && !development ? createResponseCache({ db, now, render }) : null
  const callAt = cacheableCalls(endpoints)
  const countHit = createHitLog(services.log)
  const hosts = createHostCheck(services.settings)

  async function pass(request: Request, env: object): Promise<Response> {
    const response = await app.fetch(request, env)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // Reads the content version again even after a failed request, because the request may have written
    // something before it failed.
    if (!reads) cache?.noteWrite()
    takeCacheable(response.headers)
    return response
  }

  async function keyFor(asked: HttpRequestFacts): Promise<string | null> {
    // Ignores an error. If the pages cannot be loaded, the site itself reports that.
    const build = await loadBuild?.().catch(() => null)
    return build ? keyOf(asked, { pageAt: (path) => cacheablePageAt(build, path), callAt }) : null
  }

  return {
    cache,
    answer: (request, response) => {
      const refused = hosts.onSocket(request)
      if (refused) {
        response.writeHead(refused.status, REFUSAL_HEADERS)
        response.end(refused.text)
        return true
      }
      const asked = factsOnSocket(request)
      const key = plainKey(asked)
      const page = key === null ? undefined : cache?.peek(key)
      if (!page) return false
      const { status, headers, body } = replyFrom(page, asked)
      countHit(page.route, status)
      response.writeHead(status, headers)
      response.end(body)
      return true
    },
    fetch: async (request, env = {}) => {
      const refused = hosts.of(request)
      if (refused) return new Response(refused.text, { status: refused.status, headers: REFUSAL_HEADERS })
      // Does not cache API calls that a page's loader makes, because the cache stores the finished page.
      if (!cache || 'origin' in env) return pass(request, env)
      const asked = factsOf(request)
      const key = await keyFor(asked)
      const found = key === null ? null : await cache.find(key, { request, env })
      if (!found) return pass(request, env)
      if (found instanceof Response) return found
      const { status, headers, body } = replyFrom(found, asked)
      countHit(found.route, status)
      return new Response(body as BodyInit | null, { status, headers: pairs(headers) })
    },
  }
}

/** The request headers that rate limits read. */
const WHO_ASKS = ['x-forwarded-for', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

/**
 * Renders a page for the cache. The page depends only on the cache key, so nothing about the caller can leak
 * into everyone's copy. Passes on only the headers that rate limits need. If all callers had the same
 * address, one visitor could use up the limits of the others.
 */
async function renderAlone(
  app: App,
  { settings }: Services,
  { key, request: asked, env }: Requester & { key: string },
): Promise<Rendered> {
  const request = new Request(new URL(key, settings.publicUrl), {
    headers: { accept: isCall(key) ? 'application/json' : 'text/html' },
  })
  for (const name of WHO_ASKS) {
    const value = asked.headers.get(name)
    if (value !== null) request.headers.set(name, value)
  }
  const response = await app.fetch(request, env)
  return { response, route: takeCacheable(response.headers) }
}

/**
 * Returns a function that finds the endpoint at a path. It returns null if replies of the endpoint may not be
 * cached.
 */
function cacheableCalls(endpoints: readonly Bound[]): (path: string) => Cacheable | null {
  const calls = new Map<string, Cacheable>()
  for (const { endpoint } of endpoints) {
    const path = `/api/${endpoint.path}`
    if (endpoint.cacheBy) calls.set(path, { path, params: endpoint.cacheBy })
  }
  return (path) => calls.get(path) ?? null
}

const factsOnSocket = ({ method = '', url = '', headers }: IncomingMessage): HttpRequestFacts => ({
  method,
  url,
  cookie: headers.cookie,
  authorization: headers.authorization,
  fetchSite: headers['sec-fetch-site'] as string | undefined,
  origin: headers.origin,
  acceptEncoding: headers['accept-encoding'] as string | undefined,
  ifNoneMatch: headers['if-none-match'],
})

function factsOf({ method, url, headers }: Request): HttpRequestFacts {
  const { pathname, search } = new URL(url)
  const header = (name: string) => headers.get(name) ?? undefined
  return {
    method,
    url: pathname + search,
    cookie: header('cookie'),
    authorization: header('authorization'),
    fetchSite: header('sec-fetch-site'),
    origin: header('origin'),
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: header('if-none-match'),
  }
}

const pairs = (flat: string[]): [name: string, value: string][] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as [string, string]] : []))

// Counts replies from the cache and logs the numbers once a second. There are too many for one log line each.

const EVERY_MS = 1000

/** Counts replies by the page's pattern: sent in full (200), or confirmed as unchanged (304). */
export function createHitLog(log: Logger): (route: string, status: 200 | 304) => void {
  const counts = new Map<string, { sent: number; confirmed: number }>()
  function tell() {
    for (const [route, count] of counts) log.info({ route, ...count }, 'cached page')
    counts.clear()
  }
  return (route, status) => {
    if (counts.size === 0) setTimeout(tell, EVERY_MS)
    let count = counts.get(route)
    if (!count) counts.set(route, (count = { sent: 0, confirmed: 0 }))
    if (status === 304) count.confirmed += 1
    else count.sent += 1
  }
}
