/** `/api/openapi.json` and `/api/docs`: what the declarations say, for programs and for people. */
import { Hono } from 'hono'
import type { Bound } from '#platform/http/bind.ts'
import { pagePolicy } from '#platform/http/content-policy.ts'
import type { HttpEnv } from '#platform/http/context.ts'
import type { ApiDocument } from '#platform/http/openapi.ts'
import { isSecure } from '#platform/http/xsrf.ts'

export function describeApi(endpoints: readonly Bound[], publicUrl: string): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  // The description is loaded and made when it is first asked for: it takes longer than all else of a start.
  let made: Promise<ApiDocument> | null = null
  const document = () => (made ??= describe())

  async function describe(): Promise<ApiDocument> {
    const { describeEndpoints } = await import('#platform/http/openapi.ts')
    return describeEndpoints(
      endpoints.map(({ endpoint }) => endpoint),
      `${publicUrl}/api`,
    )
  }

  app.get('/openapi.json', async (c) => {
    c.set('route', 'api.openapi')
    return c.json(await document())
  })
  app.get('/docs', async (c) => {
    c.set('route', 'api.docs')
    const { docsPage, STYLE } = await import('#platform/http/openapi.ts')
    const page = await docsPage(await document())
    c.header(
      'content-security-policy',
      pagePolicy({ styles: [STYLE] }, { realPayments: false, secure: isSecure(publicUrl) }),
    )
    return c.html(page)
  })
  return app
}
