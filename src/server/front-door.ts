/**
 * The outermost layer: answers public pages from the cache before anything else looks at the request, and
 * hands the rest to the site. What it adds to a kept page is what the site's own layers add to any reply.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'hono/utils/cookie'
import { cookieHeader } from '../platform/http/cookies.ts'
import { newRequestId } from '../platform/http/layers.ts'
import { isSecure, isXsrfTokenValid, issueXsrfToken, XSRF_COOKIE } from '../platform/http/xsrf.ts'
import type { Services } from '../platform/services.ts'
import type { App } from './app.ts'
import { type KeptPage, type KeptReply, replyFrom } from './page-cache/kept-page.ts'
import { type AskedFor, keyOf, plainKey } from './page-cache/key.ts'
import { createPageCache, type PageCache, type Rendered } from './page-cache/page-cache.ts'
import { keptParams, routeOf } from './page-routes.ts'
import { FACTS_HEADER, type LoadedBuild } from './pages.ts'

export interface FrontDoor {
  fetch(request: Request, env?: object): Promise<Response>
  /** Answers on the socket when the page is at hand; false: `fetch` must. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Null without pages, and while developing. */
  cache: PageCache | null
}

export interface FrontDoorOptions {
  app: App
  services: Services
  /** Null without pages. */
  loadBuild: (() => Promise<LoadedBuild>) | null
  development: boolean
}

/** The request's headers that matter here, from Node's or the web's kind of request. */
interface Asked extends AskedFor {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export function createFrontDoor({ app, services, loadBuild, development }: FrontDoorOptions): FrontDoor {
  const { db, now } = services
  const render = (key: string) => renderAlone(app, services, key)
  const cache = loadBuild && !development ? createPageCache({ db, now, render }) : null

  async function pass(request: Request, env: object): Promise<Response> {
    const response = await app.fetch(request, env)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads && response.status < 400) cache?.ledger.wrote()
    return withoutFacts(response)
  }

  async function keyFor(asked: Asked): Promise<string | null> {
    // Without a bundle the site itself says so.
    const loaded = await loadBuild?.().catch(() => null)
    return loaded ? keyOf(asked, (path) => keptParams(loaded.build, routeOf(loaded.build, path))) : null
  }

  return {
    cache,
    answer: (request, response) => {
      const asked = askedOnSocket(request)
      const key = plainKey(asked)
      const page = key === null ? undefined : cache?.peek(key)
      if (!page) return false
      const { status, headers, body } = replyTo(asked, page, services)
      response.writeHead(status, headers)
      response.end(body)
      return true
    },
    fetch: async (request, env = {}) => {
      if (!cache) return pass(request, env)
      const asked = askedOf(request)
      const key = await keyFor(asked)
      const found = key === null ? null : await cache.find(key)
      if (!found) return pass(request, env)
      if (found instanceof Response) return found
      const { status, headers, body } = replyTo(asked, found, services)
      return new Response(body as BodyInit | null, { status, headers: pairs(headers) })
    },
  }
}

/** Renders by the key alone: nothing of whoever asks can get into the page. */
async function renderAlone(app: App, { settings }: Services, key: string): Promise<Rendered> {
  const request = new Request(new URL(key, settings.publicUrl), { headers: { accept: 'text/html' } })
  const response = await app.fetch(request, {})
  const facts = response.headers.get(FACTS_HEADER)
  return { response: withoutFacts(response), facts: facts === null ? null : JSON.parse(facts) }
}

function withoutFacts(response: Response): Response {
  response.headers.delete(FACTS_HEADER)
  return response
}

/** A kept page's reply with what is the visitor's own: an id for this request, and a token if they have none. */
function replyTo(asked: Asked, page: KeptPage, services: Services): KeptReply {
  const { sessionSecret, settings, log } = services
  const requestId = newRequestId()
  const reply = replyFrom(page, asked)
  const headers = [...reply.headers, 'x-request-id', requestId]
  const token = asked.cookie && parse(asked.cookie, XSRF_COOKIE)[XSRF_COOKIE]
  if (!isXsrfTokenValid(sessionSecret, token, undefined)) {
    const secure = isSecure(settings.publicUrl)
    const fresh = issueXsrfToken(sessionSecret, undefined)
    headers.push('set-cookie', cookieHeader(XSRF_COOKIE, fresh, { httpOnly: false, secure }))
  }
  const { method } = asked
  log.info({ requestId, method, route: page.route, status: reply.status, ms: 0 }, 'request')
  return { ...reply, headers }
}

function askedOnSocket({ method = '', url = '', headers }: IncomingMessage): Asked {
  return {
    method,
    url,
    cookie: headers.cookie,
    authorization: headers.authorization,
    acceptEncoding: headers['accept-encoding'] as string | undefined,
    ifNoneMatch: headers['if-none-match'],
  }
}

function askedOf({ method, url, headers }: Request): Asked {
  const { pathname, search } = new URL(url)
  const header = (name: string) => headers.get(name) ?? undefined
  return {
    method,
    url: pathname + search,
    cookie: header('cookie'),
    authorization: header('authorization'),
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: header('if-none-match'),
  }
}

function pairs(flat: string[]): [name: string, value: string][] {
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as [string, string]] : []))
}
