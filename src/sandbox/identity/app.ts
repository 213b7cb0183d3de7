/** The provider's addresses: the sign-in page is ours, everything else the library's. */
import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { FORM_LIMIT_BYTES, readBytes } from '../../platform/http/body.ts'
import type { HttpContext, HttpEnv } from '../../platform/http/context.ts'
import { pagePolicy } from '../../platform/http/content-policy.ts'
import { isSecure } from '../../platform/http/xsrf.ts'
import { stylesheetWith } from '../look.ts'
import { askNode, type NodeCall } from './node-bridge.ts'
import { PRESS } from './pages.ts'
import { MOUNT, SIGN_IN } from './places.ts'
import { answerSignIn, takeTries, type SignInParts } from './sign-in.ts'

export interface IdentityAppParts extends SignInParts {
  provider: () => Promise<Provider>
}

/** The site's own typefaces, which its pages have under names that change with each build. */
const FONTS: Record<string, URL> = {
  'besley.woff2': fontFile('besley/files/besley-latin-wght-normal.woff2'),
  'instrument-sans.woff2': fontFile('instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
}

function fontFile(path: string): URL {
  return new URL(`../../../node_modules/@fontsource-variable/${path}`, import.meta.url)
}

const POLICY = 'content-security-policy'

const stylesheet = stylesheetWith(new URL('./identity.css', import.meta.url))

export function identityApp(parts: IdentityAppParts): Hono<HttpEnv> {
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
    // What is no page gets the policy of such replies from the site.
    if (!response.headers.get('content-type')?.startsWith('text/html')) response.headers.delete(POLICY)
    return response
  }
  // A script's secret is the password of the people here: it can be guessed at no faster than on the page.
  app.post('/token', async (c) => {
    const tries = takeTries(c, parts.limits, 'token')
    if (tries.wait !== null) return c.json({ error: 'slow_down' }, 429, { 'retry-after': String(tries.wait) })
    const response = await answer(c)
    if (response.status !== 401) tries.forget()
    return response
  })
  app.on(['GET', 'POST'], `/${SIGN_IN}/:uid`, answer)
  app.all('*', answer)
  return app
}

/** Null: the body is more than any form. */
async function callOf(c: HttpContext, secure: boolean): Promise<NodeCall | null> {
  const body = await readBytes(c.req.raw, FORM_LIMIT_BYTES)
  return typeof body === 'string' ? null : { request: c.req.raw, body, mount: MOUNT, secure }
}
