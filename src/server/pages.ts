/**
 * Renders the React pages. Sends each page with a content policy that contains the hash of each of its own
 * inline scripts.
 */
import { randomBytes } from 'node:crypto'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { pagePolicy, type PagePolicyOptions } from '#platform/http/content-policy.ts'
import { ANONYMOUS, type Caller, may, type ResolveCaller } from '#platform/http/context.ts'
import { markCacheable } from '#platform/http/headers.ts'
import { rateLimitKeys } from '#platform/http/call-limits.ts'
import { isCrossSite, isSecure } from '#platform/http/xsrf.ts'
import type { RateLimits } from '#platform/rate-limits.ts'
import type { Services } from '#platform/services.ts'
import type { createPageContext } from '#app/entry.server.tsx'
import { COMMON_FAILURES } from '#shared/failures.ts'
import { permissionsOf } from '#shared/roles.ts'
import { isPaymentPage } from '#shared/wallets.ts'
import type { SiteInfo } from '#app/server-context.ts'
import { createInProcessCaller, type InProcessFetch } from './in-process-client.ts'
import { repairedPath } from './repaired-path.ts'
import { admit, plainPage } from './page-requests.ts'
import type { ReplyCache } from './response-cache/response-cache.ts'
import { listedPaths, NOT_FOUND_ROUTE, pageFacts, routeOf } from './page-routes.ts'

/** A request for a page, with the caller's address and the request id. */
interface PageRequest {
  request: Request
  address: string
  requestId: string
}

interface PageReply {
  response: Response
  /** The pattern of the page (`/event/:eventUrlName`), for the log. */
  route: string
}

export type Pages = (page: PageRequest) => Promise<PageReply>

/** The bundle of pages as React Router builds it (`virtual:react-router/server-build`). */
export type PageBuild = Omit<ServerBuild, 'entry'> & {
  entry: {
    module: ServerBuild['entry']['module'] & {
      createPageContext: typeof createPageContext
    }
  }
}

export interface PageOptions {
  services: Services
  loadBuild: () => Promise<PageBuild>
  development: boolean
  resolveCaller: ResolveCaller
  limits: RateLimits
  payments: SiteInfo['payments']
  /**
   * Sends a request to the site itself within the process, so that page loaders use the API without a socket.
   */
  fetch: InProcessFetch
  /** Returns the site's cache. A function, because the cache is created after the pages. */
  cache: () => ReplyCache | null
}

/** Redirects to a private link. No cache stores the link, and no other site gets it as the referrer. */
const redirectToLink = (location: string) =>
  new Response(null, {
    status: 302,
    headers: {
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    },
  })

export function createPages(options: PageOptions): Pages {
  const { services, development } = options
  const policy: PagePolicyOptions = {
    realPayments: services.settings.payments.kind === 'stripe',
    secure: isSecure(services.settings.publicUrl),
    development,
  }
  const notFoundPages = new WeakMap<
    PageBuild,
    Promise<{ status: number; headers: [string, string][]; html: string }>
  >()

  return async (page) => {
    const build = await options.loadBuild()
    const { pathname } = new URL(page.request.url)
    const route = routeOf(build, pathname)
    const mended = /:(?:uuid|token)/.test(route) ? repairedPath(pathname) : pathname
    if (mended !== pathname && isShown(page.request)) return { route, response: redirectToLink(mended) }
    const { takesForms } = pageFacts(build, route)
    const request = await admit(page.request, { publicUrl: services.settings.publicUrl, takesForms })
    if (request instanceof Response) return { route, response: request }
    const visitor = await options.resolveCaller(request).catch(() => null)
    if (route === NOT_FOUND_ROUTE && visitor?.kind === 'anonymous' && isShown(request) && !development)
      return { route, response: await renderNotFound(build, page) }
    // Counts the page as one read against the rate limit, in addition to the API calls of its loaders.
    const { publicUrl } = services.settings
    const { address } = page
    const counted = rateLimitKeys({ request, address, publicUrl, caller: visitor ?? ANONYMOUS })
    const read = await options.limits.take('read', counted)
    if (!read.ok) return { route, response: tooMany(String(read.retryAfterSeconds)) }
    const response = await finish(build, { ...page, request, visitor }, route)
    if (response.status === 429) {
      // The limit for wrong links has refused the page, so the page does not count as a read
      // (`CallLimits.end`).
      await read.release()
      if (isShown(request)) return { route, response: tooMany(response.headers.get('retry-after') ?? '1') }
    }
    return { route, response }
  }

  /** Renders a page and adds all headers of the reply. */
  async function finish(build: PageBuild, page: Admitted, route: string): Promise<Response> {
    const { response, cacheable, frames, mark } = await render(build, page, options)
    const { cacheBy, listed } = pageFacts(build, route)
    if (!listed) response.headers.set('x-robots-tag', 'noindex, nofollow')
    if (cacheBy && response.status === 200 && cacheable) markCacheable(response.headers, route)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    // A document that is not one of our pages, such as an e-mail, has its own content policy. Leaves it
    // unchanged.
    if (response.headers.has('content-security-policy')) return response
    const { html, scripts } = replaceNonces(await response.text(), mark)
    const wallets = services.settings.wallets && isPaymentPage(new URL(page.request.url).pathname)
    response.headers.set('content-security-policy', pagePolicy({ scripts, frames, wallets }, policy))
    // A wallet in a pop-up window must be able to report the payment's result to the page that opened the
    // window.
    if (wallets) response.headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
    const body = page.request.method === 'HEAD' ? null : html
    return new Response(body, { status: response.status, headers: response.headers })
  }

  /**
   * Returns the page for addresses without a page. It is the same for all such addresses, so it is rendered
   * once.
   */
  async function renderNotFound(
    build: PageBuild,
    { request, address, requestId }: PageRequest,
  ): Promise<Response> {
    let made = notFoundPages.get(build)
    if (!made) {
      const asked = new Request(new URL(NOT_FOUND_ROUTE, services.settings.publicUrl))
      const page = { request: asked, address, requestId, visitor: ANONYMOUS }
      made = finish(build, page, NOT_FOUND_ROUTE).then(async (response) => ({
        status: response.status,
        headers: [...response.headers],
        html: await response.text(),
      }))
      notFoundPages.set(build, made)
      const forget = () => notFoundPages.delete(build)
      made.then(({ status }) => status === 404 || forget(), forget)
    }
    const { html, ...init } = await made
    return new Response(request.method === 'HEAD' ? null : html, init)
  }
}

/**
 * Returns true if the browser shows the reply as a page. Returns false for a form that was sent, and for the
 * data of a page.
 */
const isShown = ({ method, url }: Request) =>
  (method === 'GET' || method === 'HEAD') && !new URL(url).pathname.endsWith('.data')

/** Builds the reply for a visitor who sends too many requests, with as little work as possible. */
function tooMany(retryAfterSeconds: string): Response {
  const response = plainPage(429, COMMON_FAILURES.rate_limited[1])
  response.headers.set('retry-after', retryAfterSeconds)
  return response
}

interface RenderedPage {
  response: Response
  /** True if all data on the page may be cached and the page sets no cookie. */
  cacheable: boolean
  /** Documents on other sites that the page shows in frames. */
  frames: readonly string[]
  /** The random nonce by which the page's own scripts are recognized (docs/decisions/0053). */
  mark: string
}

type Handler = ReturnType<typeof createRequestHandler>

const handlers = new WeakMap<PageBuild, Handler>()

/**
 * Returns React Router's request handler for the pages. Creates it only once, because creating it reads all
 * routes.
 */
function handlerOf(build: PageBuild, development: boolean): Handler {
  const handler =
    handlers.get(build) ?? createRequestHandler(build, development ? 'development' : 'production')
  handlers.set(build, handler)
  return handler
}

/** A request that the page accepts. `visitor` is null if reading the session failed. */
type Admitted = PageRequest & { visitor: Caller | null }

async function render(
  build: PageBuild,
  { visitor, ...page }: Admitted,
  options: PageOptions,
): Promise<RenderedPage> {
  const { services, development } = options
  const { log, settings } = services
  const elsewhere = isCrossSite(page.request, settings.publicUrl)
  const { fetch } = options
  const caller = createInProcessCaller({
    ...page,
    visitor,
    elsewhere,
    fetch,
    cache: options.cache(),
    services,
  })
  const frames: string[] = []
  const mark = createNonce()
  const context = build.entry.module.createPageContext({
    call: caller.call,
    site: {
      publicUrl: settings.publicUrl,
      demo: settings.demo,
      admin: visitor !== null && may(visitor, 'events.edit'),
      staff: visitor && staffOf(visitor),
      signedIn: visitor && visitor.kind === 'user',
      payments: options.payments,
    },
    listed: listedPaths(build),
    frame: (link) => frames.push(link),
    ownMark: mark,
    report: (error) => log.error({ err: error, requestId: page.requestId }, 'page failed'),
  })
  const response = await handlerOf(build, development)(page.request, context)
  for (const cookie of caller.setCookies) response.headers.append('set-cookie', cookie)
  const wait = caller.retryAfter()
  if (response.status === 429 && wait !== null) response.headers.set('retry-after', wait)
  const cacheable = caller.setCookies.length === 0 && caller.areCacheable()
  return { response, cacheable, frames, mark }
}

/** Returns what pages need to know of the member of staff who opened them. Returns null for all other visitors. */
function staffOf(visitor: Caller): SiteInfo['staff'] {
  if (visitor.kind !== 'user' || visitor.role === null) return null
  const { role, name, email } = visitor
  return { role, name, email, permissions: permissionsOf(role) }
}

// Finds the inline scripts that belong to the page. React gives its own scripts a random `nonce` at each
// rendering, which injected content cannot know. Then this code removes the nonces, so that the page can be
// cached for everyone.

export const createNonce = (): string => randomBytes(16).toString('base64url')

interface UnmarkedPage {
  html: string
  /** The source texts of the page's own inline scripts. */
  scripts: string[]
}

/** Returns the page without nonces, and the texts of the scripts that had the correct nonce. */
export function replaceNonces(html: string, mark: string): UnmarkedPage {
  const attribute = ` nonce="${mark}"`
  const parts = html.split(attribute)
  const scripts = parts.slice(1).flatMap((rest, at) => {
    const before = parts[at] ?? ''
    const isScript = /^<script\b[^>]*$/.test(before.slice(before.lastIndexOf('<')))
    const [, code] = isScript ? (/^[^<>]*>([\s\S]+?)<\/script>/.exec(rest) ?? []) : []
    return code === undefined ? [] : [code]
  })
  return { html: parts.join(''), scripts }
}
