/** A page's head: title, link preview, and instructions for search engines. */
import { venue } from '#shared/venue.ts'
import { linkPreview, PREVIEW_SIZE } from '#app/ui/picture.tsx'
import type { SiteInfo } from './server-context.ts'

interface PageMeta {
  title: string
  description: string
  path: string
  /** Picture of the link preview, as `<Picture>` takes it. Defaults to the site's own. */
  picture?: string | undefined
  /** True to omit the venue's name after the title. */
  bare?: boolean
  /** True to hide this page from search engines although its route is listed, as for a private event. */
  hidden?: boolean
  /** Returns structured data in schema.org's vocabulary (`schema-org.ts`). */
  facts?: (origin: string) => object
}

function publicUrl(matches: readonly unknown[]): string {
  const root = matches[0] as { loaderData?: { site?: SiteInfo } } | undefined
  return root?.loaderData?.site?.publicUrl ?? ''
}

function isListed(matches: readonly unknown[]): boolean {
  const page = matches.at(-1) as { handle?: PageHandle } | undefined
  return page?.handle?.listed ?? false
}

/**
 * Returns a page's head: `export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, {…})`. A
 * page that is not listed (`PageHandle.listed`) gets only its title, so that other sites cannot show more of it
 * in a preview.
 */
export function pageMeta(matches: readonly unknown[], page: PageMeta) {
  const title = page.bare ? page.title : `${page.title} · ${venue.name}`
  if (page.hidden || !isListed(matches)) return [{ title }, { name: 'robots', content: 'noindex' }]
  const origin = publicUrl(matches)
  const address = `${origin}${page.path}`
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: venue.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
    ...pictureMeta(page.picture, origin),
    ...(page.facts ? [{ 'script:ld+json': page.facts(origin) }] : []),
  ]
}

/** Returns the head of a page that requires a sign-in or a private link. */
export const unlistedMeta = (title: string) => [
  { title: `${title} · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
]

/** Returns the picture's tags: Open Graph, plus the ones that Twitter reads in addition. */
function pictureMeta(picture: string | undefined, origin: string) {
  const { address, known } = linkPreviewOf(picture, origin)
  const card = { name: 'twitter:card', content: 'summary_large_image' }
  const image = { property: 'og:image', content: address }
  if (!known) return [image, card]
  const { width, height, alt } = known
  return [
    image,
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    ...(alt === null ? [] : [{ property: 'og:image:alt', content: alt }]),
    card,
    ...(alt === null ? [] : [{ name: 'twitter:image:alt', content: alt }]),
  ]
}

/** What a page's module says about the page: `export const handle: PageHandle = { cacheBy: [] }`. */
export interface PageHandle {
  /**
   * Set if all visitors who are not signed in get the same page. The server then caches it by these query or
   * path parameters. It renders any other page for each request.
   */
  cacheBy?: readonly string[]
  /**
   * True if search engines may list the page. Then `/sitemap.xml` lists it, and its head describes it. All
   * other pages are `noindex`, so that nobody lists a new page by accident. A page with parameters
   * (`event/:eventUrlName`) gets its sitemap entries from its data.
   */
  listed?: boolean
}

/** The link preview for pages without a picture of their own. */
const SITE = {
  src: '/pictures/preview.jpg',
  alt: `${venue.tagline}. Mesas at dusk, a road leading to them.`,
  ...PREVIEW_SIZE,
}

/** Returns the link preview of a page's picture, or the site's own without one. */
export function linkPreviewOf(picture: string | undefined, origin: string) {
  // The site does not know the size and the alternative text of an external picture.
  const known = picture === undefined ? SITE : linkPreview(picture)
  // Makes the picture's URL absolute, because other sites show it.
  const address = new URL(known?.src ?? picture ?? '', origin || 'http://localhost').href
  return { address, known }
}

/** Color of the browser's own UI, the same as the page background in `app/styles/tokens.css`. */
export const themeColor = { light: '#162c20', dark: '#080e22' } as const
