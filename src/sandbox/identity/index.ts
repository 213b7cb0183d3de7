/**
 * The embedded identity provider (R22.4): a real OpenID Connect provider with two sample people, so that sign-in works
 * without settings. With `OIDC_ISSUER` nothing of it is mounted.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { createOnce } from '#platform/concurrency.ts'
import { sign } from '#platform/http/signing.ts'
import type { Services } from '#platform/services.ts'
import { FORM_LIMIT_BYTES, readBytes } from '#platform/http/request-input.ts'
import type { HttpContext, HttpEnv } from '#platform/http/context.ts'
import { pagePolicy } from '#platform/http/content-policy.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import { createTablesOnce } from '../tables.ts'
import { MOUNT, PRESS, SIGN_IN } from './pages.ts'
import type { ProviderParts, SiteClient } from './provider.ts'
import { DDL } from './store.ts'
import { askNode, type NodeCall } from './node-bridge.ts'
import { answerSignIn, type SignInParts } from './sign-in.ts'

export interface IdentitySandbox {
  /** The app to mount at `/dev/oidc`. */
  app: Hono
  issuer: string
  /** Of the access tokens that scripts get. */
  audience: string
  /** The site as this provider's client. */
  client: SiteClient
  /** The provider without a socket, for the site itself. */
  fetch(url: string, init: RequestInit): Promise<Response>
}

/** Makes the provider; its tables and key are made at the first use. `password`: of both sample people, never empty. */
export function createIdentitySandbox(options: Services & { password: string }): IdentitySandbox {
  const { db, sessionSecret, settings, password } = options
  if (password === '') throw new Error('DEV_ADMIN_PASSWORD: is empty. Set it or unset it to have one made.')
  const { publicUrl, publicUrlGiven } = settings
  // The keys are the same after a restart and in a second process.
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
  // Loaded at the first use: a site with a provider of its own, and a quick start, do without it.
  const provider = createOnce(async () => (await import('./provider.ts')).makeProvider(parts))
  const app = identityApp({
    provider,
    publicUrl,
    password,
    formKey: keyFor('identity form'),
  })
  const mounted = new Hono().route(MOUNT, app)
  return {
    app: new Hono().route('/', app),
    issuer: publicUrl + MOUNT,
    audience: `${publicUrl}/api`,
    client,
    fetch: async (url, init) => mounted.fetch(new Request(url, init)),
  }
}

const fontFile = (path: string): URL =>
  new URL(`../../../node_modules/@fontsource-variable/${path}`, import.meta.url)

/** The site's own typefaces, which its pages have under names that change with each build. */
const FONTS: Record<string, URL> = {
  'besley.woff2': fontFile('besley/files/besley-latin-wght-normal.woff2'),
  'instrument-sans.woff2': fontFile('instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
}

const POLICY = 'content-security-policy'

/** The look that the sandboxes share, and its own. */
const stylesheet = ['../stylesheet.css', './identity.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('')

/** The provider's addresses: the sign-in page is ours, everything else the library's. */
function identityApp(parts: SignInParts & { provider: () => Promise<Provider> }): Hono<HttpEnv> {
  const secure = isSecure(parts.publicUrl)
  // The library adds the hash of its own script, which sends a form, where it writes one.
  const policy = pagePolicy({ scripts: [PRESS] }, { realPayments: false, secure })
  const app = new Hono<HttpEnv>()

  app.get('/style.css', (c) => c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }))

  app.get('/:font{[a-z-]+\\.woff2}', async (c) => {
    const file = FONTS[c.req.param('font')]
    if (!file) return c.notFound()
    return c.body(new Uint8Array(await readFile(file)), 200, {
      'content-type': 'font/woff2',
      'cache-control': 'private, max-age=86400',
    })
  })

  const answer = async (c: HttpContext) => {
    const call = await callOf(c, secure)
    if (!call) return c.json({ error: 'invalid_request' }, 400)
    const provider = await parts.provider()
    if (c.req.param('uid')) return answerSignIn(c, call, { ...parts, provider })
    const response = await askNode({ ...call, headers: { [POLICY]: policy } }, provider.callback())
    // A reply that is no page gets the policy of such replies from the site.
    if (!response.headers.get('content-type')?.startsWith('text/html')) response.headers.delete(POLICY)
    return response
  }
  app.on(['GET', 'POST'], `/${SIGN_IN}/:uid`, answer)
  app.all('*', answer)
  return app
}

/** Null: the body is more than any form. */
async function callOf(c: HttpContext, secure: boolean): Promise<NodeCall | null> {
  const body = await readBytes(c.req.raw, FORM_LIMIT_BYTES)
  return typeof body === 'string' ? null : { request: c.req.raw, body, mount: MOUNT, secure }
}
