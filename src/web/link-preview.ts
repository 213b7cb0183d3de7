/** The picture that other sites and messengers show beside a link to a page. */
import { venue } from '../shared/venue.ts'
import { linkPreview } from './ui/picture.tsx'

export interface LinkPreview {
  /** Whole, since other sites show it. */
  address: string
  /** Null for a picture from elsewhere: nobody has said what it shows, or how large it is. */
  known: { alt: string; width: number; height: number } | null
}

/** As `scripts/prepare/pictures.mjs` makes them. */
const SIZE = { width: 1200, height: 630 }
/** Of the site as a whole: its own words over the mesas at dusk. */
const SITE = { src: '/pictures/preview.jpg', alt: `${venue.tagline}. Mesas at dusk, a road leading to them.` }

/** For a page's picture as `<Picture>` takes it; without one, the site's own. */
export function linkPreviewOf(picture: string | undefined, origin: string): LinkPreview {
  const own = picture === undefined ? SITE : linkPreview(picture)
  const address = new URL(own?.src ?? picture ?? '', origin || 'http://localhost').href
  return { address, known: own && { alt: own.alt, ...SIZE } }
}
