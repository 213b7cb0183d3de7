import { venue } from '../shared/venue.ts'
import type { SiteInfo } from './server-context.ts'
import { linkPreview } from './ui/picture.tsx'

interface PageMeta {
  title: string
  description: string
  /** From `paths.ts`; the canonical address and the link preview name it. */
  path: string
  /** For link previews, as `<Picture>` takes it; the site's own when left out. */
  picture?: string
  /** The title stands alone, without the venue's name after it. */
  bare?: boolean
  /** Kept out of search engines. */
  hidden?: boolean
}

const PREVIEW = '/pictures/preview.jpg'

function publicUrl(matches: readonly unknown[]): string {
  const root = matches[0] as { loaderData?: { site?: SiteInfo } } | undefined
  return root?.loaderData?.site?.publicUrl ?? ''
}

/** The head of a page: `export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, {…})`. */
export function pageMeta(matches: readonly unknown[], page: PageMeta) {
  const title = page.bare ? page.title : `${page.title} · ${venue.name}`
  if (page.hidden) return [{ title }, { name: 'robots', content: 'noindex' }]
  const origin = publicUrl(matches)
  const picture = page.picture === undefined ? PREVIEW : linkPreview(page.picture)
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: `${origin}${page.path}` },
    { property: 'og:site_name', content: venue.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: `${origin}${page.path}` },
    { property: 'og:image', content: new URL(picture, origin || 'http://localhost').href },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
