/**
 * Files that programs request, such as robots.txt and the sitemap. They are the same for every visitor. This
 * module serves the routes of all these files.
 */
import { data } from 'react-router'
import { listEvents, publishedEvents } from '#domain/events/contract/events.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { absoluteLink } from '#shared/links.ts'
import { escapeXml } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { type PageHandle, themeColor } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, listedContext, siteContext } from '#app/server-context.ts'
import type { Route } from './+types/well-known'
import { calendarFeed } from './calendar-files.ts'

export const handle: PageHandle = { cacheBy: [] }

type Context = Route.LoaderArgs['context']

/** The functions that create these files, by the path of the file. */
const FILES: Record<string, (context: Context) => Response | Promise<Response>> = {
  '/robots.txt': robotsText,
  [paths.securityText]: securityText,
  [paths.sitemap]: sitemap,
  [paths.webManifest]: webManifest,
  [paths.eventsCalendar]: eventsCalendar,
}

export function loader({ context, pattern }: Route.LoaderArgs) {
  // These routes have no parameters, so the pattern is the path without its first slash.
  const file = FILES[`/${pattern}`]
  if (!file) throw new Error(`no file has the path /${pattern}`)
  return file(context)
}

const lines = (...text: string[]) =>
  new Response([...text, ''].join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })

/**
 * Paths that crawlers should not request. This only saves traffic, because `PageHandle.listed` decides which
 * pages search engines may list. The family's pages are not in this list on purpose: only a crawler that
 * reads them learns that they are `noindex`. Each path also covers all longer paths that begin with it.
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

/** Serves robots.txt (RFC 9309), in which crawlers also find the address of the sitemap. */
function robotsText(context: Context) {
  return lines(
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${absoluteLink(context.get(siteContext).publicUrl, paths.sitemap)}`,
  )
}

/**
 * For how many days security.txt is valid. The RFC recommends less than a year, so that the file of an
 * abandoned site expires.
 */
const VALID_DAYS = 180

/** Serves security.txt (RFC 9116), which tells people who find a vulnerability whom to contact. */
function securityText(context: Context) {
  return lines(
    `Contact: mailto:${venue.email}`,
    `Expires: ${addDays(ranchDay(new Date()), VALID_DAYS)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${absoluteLink(context.get(siteContext).publicUrl, paths.securityText)}`,
  )
}

/**
 * Serves the sitemap (sitemaps.org) with all pages that search engines may list and all public events. Past
 * events are included, because other sites link to them and they show what a retreat is like.
 */
async function sitemap(context: Context) {
  const events = await context.get(callContext)(publishedEvents)
  // Returns an error instead of an incomplete sitemap. From an incomplete one, search engines would conclude
  // that other pages no longer exist.
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
  address: string
  /** The time of the page's last change (ISO 8601). Missing if it is unknown. */
  changed?: string
}

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

/** The icons that the script `npm run icons` creates. */
const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** Serves the web manifest, which describes the site on a phone's home screen. */
function webManifest() {
  const manifest = {
    name: venue.name,
    short_name: venue.name,
    description: venue.tagline,
    id: paths.home,
    start_url: paths.home,
    scope: paths.home,
    // The browser keeps its address bar, because visitors share the addresses of pages.
    display: 'minimal-ui',
    theme_color: themeColor.light,
    background_color: themeColor.light,
    icons: ICONS,
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}

/** Serves a calendar feed of all current public events and the newest past events. */
async function eventsCalendar(context: Context) {
  const found = await context.get(callContext)(listEvents, { query: {} })
  // Returns an error instead of an empty feed. To a calendar, an empty feed would mean that all events were
  // canceled.
  if (!found.ok) throw data(found.message, found.status || 503)
  return calendarFeed(found.data.events, context.get(siteContext).publicUrl)
}
