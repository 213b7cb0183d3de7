import { venue } from '#shared/venue.ts'
import { linkPreviewOf } from './link-preview.ts'
import type { PageHandle } from './page-handle.ts'
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
