/**
 * Every page that may be listed and every public event. Past events are among them: their pages stay, other
 * sites link to them, and they show what a retreat here is like.
 */
import { data } from 'react-router'
import { publishedEvents } from '#features/events/contract/events.ts'
import { absoluteLink } from '#shared/links.ts'
import type { PageHandle } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext, listedContext, siteContext } from '#web/server-context.ts'
import type { Route } from './+types/sitemap'
import { escapeXml } from '#shared/text.ts'

export const handle: PageHandle = { cacheBy: [] }

export async function loader({ context }: Route.LoaderArgs) {
  const events = await context.get(callContext)(publishedEvents)
  // Half a list would tell search engines that the rest is gone.
  if (!events.ok) throw data(events.message, events.status || 503)
  const { publicUrl } = context.get(siteContext)
  const pages = context.get(listedContext).map((path) => ({ address: absoluteLink(publicUrl, path) }))
  const eventPages = events.data.map(({ urlName, updatedAt }) => ({
    address: absoluteLink(publicUrl, paths.event(urlName)),
    changed: updatedAt,
  }))
  return new Response(sitemapXml([...pages, ...eventPages]), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}

interface SitemapEntry {
  /** The whole address. */
  address: string
  /** When its content last changed (ISO 8601), where that is known. */
  changed?: string
}

/** The list of pages for search engines (sitemaps.org). */
export function sitemapXml(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ address, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${escapeXml(changed)}</lastmod>`
    return `  <url><loc>${escapeXml(address)}</loc>${lastmod}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
