/** What crawlers should not even ask for, and where the list of pages is (RFC 9309). */
import { absoluteLink } from '#shared/links.ts'
import type { PageHandle } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { siteContext } from '#web/server-context.ts'
import type { Route } from './+types/robots'

/**
 * It saves both sides the trouble and hides nothing: what may be listed is for `PageHandle.listed` to say. The
 * family's pages are not named, since whoever may not ask would not read that they are not to be listed. Each
 * line also stands for whatever begins with it.
 */
const CLOSED = [
  '/admin',
  '/create-event',
  '/reservation',
  '/complete-reservation',
  '/offer',
  '/waitlist',
  '/callback',
  '/api',
  '/dev',
]

export const handle: PageHandle = { cacheBy: [] }

export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${absoluteLink(context.get(siteContext).publicUrl, paths.sitemap)}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
