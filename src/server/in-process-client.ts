/**
 * The API client of page loaders. Without a socket, it calls the same endpoints as a browser, on behalf of
 * the page's visitor.
 */
import { parse } from 'hono/utils/cookie'
import type { Caller, InProcessOrigin } from '#platform/http/context.ts'
import { sessionCookieName } from '#platform/http/cookies.ts'
import { issueXsrfToken, isSecure, XSRF_COOKIE } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import { createClient, type Call } from '#shared/client.ts'
import { isCacheable } from '#shared/endpoint.ts'
import { loaderKey } from './response-cache/cache-key.ts'
import type { ReplyCache } from './response-cache/response-cache.ts'

export type InProcessFetch = (request: Request, origin: InProcessOrigin) => Promise<Response>

interface InProcessOptions {
  /** The visitor's request for the page. Its cookies say who the visitor is. */
  request: Request
  address: string
  requestId: string
  elsewhere: boolean
  visitor: Caller | null
  fetch: InProcessFetch
  /** Cache for API replies that are the same for all visitors of one kind. Null for no cache. */
  cache: ReplyCache | null
  services: Pick<Services, 'settings' | 'sessionSecret'>
}

interface InProcessCaller {
  call: Call
  /** Cookies that API calls have set. The site must send them with the page. */
  setCookies: string[]
  /** Returns true if every API reply so far may be cached. */
  areCacheable(): boolean
  /**
   * Returns the `Retry-After` of the last API call that a rate limit refused. Returns null if none was
   * refused.
   */
  retryAfter(): string | null
}

/**
 * Creates the API client for one page. It makes its own XSRF token, and the browser keeps the one that it
 * has. That is safe, because the site has already checked from which origin a form was sent to the page.
 */
export function createInProcessCaller(options: InProcessOptions): InProcessCaller {
  const { settings } = options.services
  const given = options.request.headers.get('cookie') ?? ''
  let withToken: { token: string; cookie: string } | null = null
  const tokenOf = () => (withToken ??= cookiesWithToken(given, options.services))
  const setCookies: string[] = []
  let retryAfter: string | null = null
  let areCacheable = true
  const send = createClient({
    xsrfToken: () => tokenOf().token,
    fetch: async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', init.method === 'GET' ? given : tokenOf().cookie)
      const { address, requestId, elsewhere, visitor: caller } = options
      const request = new Request(new URL(path, settings.publicUrl), { ...init, headers })
      const response = await options.fetch(request, { address, requestId, elsewhere, caller })
      retryAfter = response.headers.get('retry-after') ?? retryAfter
      setCookies.push(
        ...response.headers.getSetCookie().filter((line) => !line.startsWith(`${XSRF_COOKIE}=`)),
      )
      return response
    },
  })
  const call: Call = async (endpoint, ...input) => {
    const { cache, visitor } = options
    const ask = async () => {
      const reply = await send(endpoint, ...input)
      return { reply, cacheable: reply.ok && isCacheable(endpoint, reply.data) }
    }
    const [{ query = {} } = {}] = input as { query?: Record<string, unknown> }[]
    const key = cache && loaderKey(endpoint, query, { caller: visitor, cookie: given })
    const answered = cache && key !== null ? await cache.replyOf(key, ask) : await ask()
    areCacheable &&= answered.cacheable
    return answered.reply
  }
  return { call, setCookies, areCacheable: () => areCacheable, retryAfter: () => retryAfter }
}

/** Returns the visitor's cookies, but with a new XSRF token. */
function cookiesWithToken(given: string, { settings, sessionSecret }: InProcessOptions['services']) {
  const { [XSRF_COOKIE]: _replaced, ...cookies } = parse(given)
  const token = issueXsrfToken(sessionSecret, cookies[sessionCookieName(isSecure(settings.publicUrl))])
  const cookie = Object.entries({ ...cookies, [XSRF_COOKIE]: token })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
  return { token, cookie }
}
