/** Creates a page's head: its title, its link preview, and instructions for search engines. */
import { venue } from '#shared/venue.ts'
import { linkPreview, PREVIEW_SIZE } from '#app/ui/picture.tsx'
import type { SiteInfo } from './server-context.ts'

interface PageMeta {
  title: string
  description: string
  path: string
  /**
   * The picture of the link preview, as `<Picture>` takes it. Missing if the page uses the site's own
   * picture.
   */
  picture?: string | undefined
  /** True to leave the venue's name out of the title. */
  bare?: boolean
  /**
   * True to hide the page from search engines although its route is `listed` (`PageHandle`), as for a private
   * event.
   */
  hidden?: boolean
  /** Returns the page's structured data in schema.org's vocabulary (`schema-org.ts`). */
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
 * page that search engines may not list (`PageHandle.listed`) gets only its title. Link previews on other
 * sites then show no more of it.
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

/**
 * Returns the tags for the picture of a link preview: those of Open Graph, and those that only Twitter reads.
 */
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
   * Set if all visitors who are not signed in get the same page. The server then caches the page, by the
   * query or path parameters in this list. The server renders any other page again for each request.
   */
  cacheBy?: readonly string[]
  /**
   * True if search engines may list the page. Then `/sitemap.xml` lists the page, and its head describes it.
   * All other pages are `noindex`, so that a new page is not listed by accident. For the page of an event
   * (`event/:eventUrlName`), the sitemap lists the published events instead of the route.
   */
  listed?: boolean
}

/** The picture in the link preview of pages that have no picture of their own. */
const SITE = {
  src: '/pictures/preview.jpg',
  alt: `${venue.tagline}. Mesas at dusk, a road leading to them.`,
  ...PREVIEW_SIZE,
}

/** Returns the picture for a page's link preview. Without a picture of the page, returns the site's own. */
export function linkPreviewOf(picture: string | undefined, origin: string) {
  // The size and the alternative text are known for our own pictures, but not for an external picture.
  const known = picture === undefined ? SITE : linkPreview(picture)
  // Makes the picture's URL absolute, because other sites show this picture.
  const address = new URL(known?.src ?? picture ?? '', origin || 'http://localhost').href
  return { address, known }
}

/** Colors for the browser's own UI. They equal the page backgrounds in `app/styles/tokens.css`. */
export const themeColor = { light: '#162c20', dark: '#080e22' } as const
