/** `/api/openapi.json` and `/api/docs`: what the declarations say, for programs and for people. */
import { Hono } from 'hono'
import type { Bound } from '#platform/http/bind.ts'
import { pagePolicy } from '#platform/http/content-policy.ts'
import type { HttpEnv } from '#platform/http/context.ts'
import { docsPage, STYLE } from '#platform/http/description/docs-page.ts'
import { type ApiDocument, describeEndpoints } from '#platform/http/description/openapi.ts'
import { isSecure } from '#platform/http/xsrf.ts'

export function describeApi(endpoints: readonly Bound[], publicUrl: string): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  // The description is made when it is first asked for: it takes longer than all else of a start.
  let made: ApiDocument | null = null
  const document = () =>
    (made ??= describeEndpoints(
      endpoints.map(({ endpoint }) => endpoint),
      `${publicUrl}/api`,
    ))
  app.get('/openapi.json', (c) => {
    c.set('route', 'api.openapi')
    return c.json(document())
  })
  app.get('/docs', async (c) => {
    c.set('route', 'api.docs')
    const page = await docsPage(document())
    c.header(
      'content-security-policy',
      pagePolicy({ styles: [STYLE] }, { realPayments: false, secure: isSecure(publicUrl) }),
    )
    return c.html(page)
  })
  return app
}
