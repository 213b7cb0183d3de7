/** The site on a phone's home screen. */
import { venue } from '#shared/venue.ts'
import { type PageHandle, themeColor } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'

export const handle: PageHandle = { cacheBy: [] }

/** Made by `npm run icons`. */
const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

export function loader() {
  const manifest = {
    name: venue.name,
    short_name: venue.name,
    description: venue.tagline,
    id: paths.home,
    start_url: paths.home,
    scope: paths.home,
    // A site to read and to come back to, with an address to share: the bar stays.
    display: 'minimal-ui',
    theme_color: themeColor.light,
    background_color: themeColor.light,
    icons: ICONS,
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
