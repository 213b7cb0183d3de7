/**
 * Serves the API description: `/api/openapi.json` for programs, `/api/docs` for people, in Swagger UI. Scalar and
 * Redoc would need inline styles, which the content policy forbids.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Hono } from 'hono'
import { createOnce } from '#platform/concurrency.ts'
import type { Bound } from '#platform/http/bind.ts'
import { pagePolicy } from '#platform/http/content-policy.ts'
import type { HttpEnv } from '#platform/http/context.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import { venue } from '#shared/venue.ts'

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>API – ${venue.name}</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. <a href="/api/openapi.json">Open the description as JSON</a></noscript>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

/**
 * The page shows every API call but cannot send any, because pressing a button must not change the data of a
 * running site. Groups of calls start folded, because unfolding all of them freezes the page.
 */
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  supportedSubmitMethods: [],
})
`

const SCRIPT = 'text/javascript; charset=utf-8'
const FILES: Record<string, { type: string; content: () => Promise<string> }> = {
  'start.js': { type: SCRIPT, content: async () => START },
  'swagger-ui-bundle.js': { type: SCRIPT, content: () => packaged('swagger-ui-bundle.js') },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', content: () => packaged('swagger-ui.css') },
}

const packaged = (name: string): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8')

export function describeApi(endpoints: readonly Bound[], publicUrl: string): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  // Creating the API description takes longer than the rest of the start, so the site creates it at the first
  // request.
  const document = createOnce(async () => {
    const { describeEndpoints } = await import('#platform/http/openapi.ts')
    const declared = endpoints.map(({ endpoint }) => endpoint)
    return describeEndpoints(declared, `${publicUrl}/api`)
  })

  app.get('/openapi.json', async (c) => {
    c.set('route', 'api.openapi')
    return c.json(await document())
  })
  app.get('/docs', (c) => {
    c.set('route', 'api.docs')
    const policy = pagePolicy({}, { realPayments: false, secure: isSecure(publicUrl) })
    c.header('content-security-policy', policy)
    return c.html(PAGE)
  })
  for (const [name, { type, content }] of Object.entries(FILES)) {
    const compressed = createOnce(async () => promisify(gzip)(await content()))
    app.get(`/docs/${name}`, async (c) => {
      c.set('route', 'api.docs')
      c.header('content-type', type)
      c.header('cache-control', 'public, max-age=3600')
      c.header('vary', 'accept-encoding')
      if (!c.req.header('accept-encoding')?.includes('gzip')) return c.body(await content())
      c.header('content-encoding', 'gzip')
      return c.body(Uint8Array.from(await compressed()))
    })
  }
  return app
}
