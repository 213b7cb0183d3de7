/**
 * The embedded identity provider (R22.4): a real OpenID Connect provider with sample people, so that a
 * developer can sign in without settings. With sample data it has one person for each role. The site does not use it if `OIDC_ISSUER` is set.
 */
import type { RequestListener } from 'node:http'
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { createOnce } from '#platform/concurrency.ts'
import { networksOf } from '#platform/http/address.ts'
import { sign } from '#platform/http/signing.ts'
import type { RateLimits } from '#platform/rate-limits.ts'
import type { Services } from '#platform/services.ts'
import { FORM_LIMIT_BYTES, readBytes } from '#platform/http/request-input.ts'
import type { HttpContext, HttpEnv } from '#platform/http/context.ts'
import { pagePolicy } from '#platform/http/content-policy.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import { createTablesOnce } from '../tables.ts'
import { MOUNT, PRESS } from './pages.ts'
import type { ProviderParts, SiteClient } from './provider.ts'
import { DDL } from './store.ts'
import { answerSignIn } from './sign-in.ts'

export interface IdentitySandbox {
  app: Hono
  issuer: string
  /** The audience that the access tokens of scripts contain. */
  audience: string
  /** The site as a client of this provider. */
  client: SiteClient
  /** Calls the provider in process, without a socket. */
  fetch(url: string, init: RequestInit): Promise<Response>
}

interface AppParts {
  provider: () => Promise<Provider>
  publicUrl: string
  password: string
  withStaff: boolean
  limits: RateLimits
}

interface IdentityOptions extends Services {
  password: string
  limits: RateLimits
}

/** Creates the provider. The first use creates its tables and its key. */
export function createIdentitySandbox(options: IdentityOptions): IdentitySandbox {
  const { db, sessionSecret, settings, password, limits } = options
  if (password === '') throw new Error('DEV_ADMIN_PASSWORD: is empty. Set it or unset it to have one made.')
  const { publicUrl, publicUrlGiven } = settings
  // Derives the keys from the session secret, so that the keys are the same after a restart and in a second
  // process.
  const keyFor = (purpose: string) => sign(sessionSecret, `sandbox ${purpose}`, purpose)
  const client = { clientId: 'twelve-mile', clientSecret: keyFor('identity client') }

  const parts: ProviderParts = {
    ...options,
    ready: createTablesOnce(db, DDL),
    publicUrl,
    anyLoopback: !publicUrlGiven,
    client,
    cookieKey: keyFor('identity cookies'),
  }
  // Loads the library `oidc-provider` at its first use. A site with a real identity provider never needs it,
  // and loading it would delay the start.
  const provider = createOnce(async () => (await import('./provider.ts')).makeProvider(parts))
  const app = identityApp({ provider, publicUrl, password, withStaff: settings.sampleData, limits })
  const mounted = new Hono().route(MOUNT, app)
  return {
    app: new Hono().route('/', app),
    issuer: publicUrl + MOUNT,
    audience: `${publicUrl}/api`,
    client,
    fetch: async (url, init) => mounted.fetch(new Request(url, init)),
  }
}

/**
 * Serves the provider's addresses. This file handles the sign-in page. The library `oidc-provider` handles
 * all other addresses.
 */
function identityApp({ limits, ...parts }: AppParts): Hono<HttpEnv> {
  const secure = isSecure(parts.publicUrl)
  const policy = pagePolicy({ scripts: [PRESS] }, { realPayments: false, secure })
  const app = new Hono<HttpEnv>()

  const answer = async (c: HttpContext) => {
    const body = await readBytes(c.req.raw, FORM_LIMIT_BYTES)
    if (typeof body === 'string') return c.json({ error: 'invalid_request' }, 400)
    const form = new URLSearchParams(new TextDecoder().decode(body))
    const isSignIn = c.req.param('uid') !== undefined
    const target = guessedAt(c.req.raw, form)
    const tries = target === null ? null : await takeTries(c, limits, target)
    if (tries && tries.wait !== null)
      return c.text('Too many tries. Please wait a moment and try again.', 429, {
        'retry-after': String(tries.wait),
      })
    const provider = await parts.provider()
    const ask = (listener: RequestListener) => callProvider({ request: c.req.raw, body, secure }, listener)
    const response = isSignIn
      ? await answerSignIn(c, { ...parts, provider, ask, form })
      : await ask(provider.callback())
    if (response.status !== (isSignIn ? 400 : 401)) await tries?.forget()
    // Sets the content policy of the provider's HTML pages. `securityHeaders` sets the policy of all other
    // replies.
    if (response.headers.get('content-type')?.startsWith('text/html'))
      response.headers.set('content-security-policy', policy)
    return response
  }
  app.on(['GET', 'POST'], '/sign-in/:uid', answer)
  app.all('*', answer)
  return app
}

/**
 * Passes a request to the library `oidc-provider`, which expects Node's own requests and responses. The site
 * also calls the provider in process, without a socket. Rejects if the listener throws.
 */
async function callProvider(
  { request, body, secure }: { request: Request; body: Uint8Array; secure: boolean },
  listener: RequestListener,
): Promise<Response> {
  // Loads `light-my-request` at its first use, because a site with a real identity provider never needs it.
  const { default: inject } = await import('light-my-request')
  const { pathname, search, host } = new URL(request.url)
  const reply = await inject(
    (incoming, outgoing) => {
      Object.assign(incoming, { originalUrl: pathname + search })
      Object.assign(incoming.socket, { encrypted: secure })
      Promise.resolve(listener(incoming, outgoing)).catch((error: Error) => outgoing.destroy(error))
    },
    {
      method: request.method,
      url: (pathname.slice(MOUNT.length) || '/') + search,
      headers: { ...Object.fromEntries(request.headers), host },
      ...(body.length > 0 && { payload: Buffer.from(body) }),
    },
  )
  const headers = new Headers()
  for (const [name, value] of Object.entries(reply.headers))
    for (const each of [value].flat()) headers.append(name, String(each))
  const empty = reply.rawPayload.length === 0 || [204, 304].includes(reply.statusCode)
  return new Response(empty ? null : new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers })
}

/**
 * Returns whose secret the request contains, to count wrong guesses of it: the e-mail address that was typed
 * with a password, or `client` for a client's secret. Returns null if the request contains no secret. The
 * library accepts a client's secret at several addresses, so this function does not look at the address.
 */
function guessedAt(request: Request, form: URLSearchParams): string | null {
  if (form.has('password')) return (form.get('email') ?? '').trim().toLowerCase()
  const isClient =
    request.headers.has('authorization') || form.has('client_secret') || form.has('client_assertion')
  return isClient ? 'client' : null
}

/**
 * Counts an attempt to guess a secret: once for the caller, and once for the caller and target together.
 * `forget` removes both after a correct secret.
 */
async function takeTries(c: HttpContext, limits: RateLimits, target: string) {
  const caller = networksOf(c.get('address') ?? 'unknown')
  const taken = await Promise.all([limits.take('guess', caller), limits.take('guess', caller, { target })])
  const waits = taken.flatMap((each) => (each.ok ? [] : [each.retryAfterSeconds]))
  const forget = async () => {
    for (const each of taken) if (each.ok) await each.release()
  }
  return { wait: waits.length > 0 ? Math.max(...waits) : null, forget }
}
