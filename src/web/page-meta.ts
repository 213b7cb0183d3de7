/** The head of a page: its title, its link preview, and what search engines may do with it. */
import { venue } from '#shared/venue.ts'
import { linkPreview, PREVIEW_SIZE } from '#ui/picture.tsx'
import type { SiteInfo } from './server-context.ts'

interface PageMeta {
  title: string
  description: string
  /** The page's path from `paths.ts`; the canonical address and the link preview name it. */
  path: string
  /** The picture of link previews, as `<Picture>` takes it; the site's own when left out. */
  picture?: string | undefined
  /** The title stands alone, without the venue's name after it. */
  bare?: boolean
  /** Kept out of search engines although the pages of its route are listed: a private event. */
  hidden?: boolean
  /** The page's facts in schema.org's words (`schema-org.ts`). */
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
 * The head of a page: `export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, {…})`. Only a page
 * that may be listed (`PageHandle.listed`) says more than its title: nothing of any other is for machines to repeat.
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

/** The head of a page that is only for those who have been let in. */
export const unlistedMeta = (title: string) => [
  { title: `${title} · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
]

/** Meta tags that Twitter reads beyond Open Graph: the card's form, and the picture's words. */
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

/** The handle of a page's module, which tells the server about the page: `export const handle: PageHandle = { cacheBy: [] }`. */
export interface PageHandle {
  /**
   * The page is the same for everybody who is not signed in, so it may be cached, by these
   * parameters of its address. Pages without it are made anew for each request and stored nowhere.
   */
  cacheBy?: readonly string[]
  /**
   * Search engines may list the page: it is in `/sitemap.xml` and describes itself in its head. Every other page is
   * `noindex`, so that a new one is found only when somebody has decided so. A page with parameters
   * (`event/:eventUrlName`) has its addresses in the sitemap by way of its data.
   */
  listed?: boolean
}

/** The preview of the site as a whole: its own words over the mesas at dusk. */
const SITE = {
  src: '/pictures/preview.jpg',
  alt: `${venue.tagline}. Mesas at dusk, a road leading to them.`,
  ...PREVIEW_SIZE,
}

/** The link preview of a page's picture as `<Picture>` takes it; without one, the site's own. */
export function linkPreviewOf(picture: string | undefined, origin: string) {
  // Of a picture from elsewhere nobody has said how large it is; without an `alt`, nor what it shows.
  const known = picture === undefined ? SITE : linkPreview(picture)
  // Whole, since other sites show it.
  const address = new URL(known?.src ?? picture ?? '', origin || 'http://localhost').href
  return { address, known }
}

/** The color of a browser's own bars around the site: the page's ground, as in `styles/tokens.css`. */
export const themeColor = { light: '#162c20', dark: '#080e22' } as const
