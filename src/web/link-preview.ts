/** The picture that other sites and messengers show beside a link to a page. */
import { venue } from '#shared/venue.ts'
import { linkPreview, PREVIEW_SIZE } from './ui/picture.tsx'

export interface LinkPreview {
  /** Whole, since other sites show it. */
  address: string
  /** Null for a picture from elsewhere: nobody has said how large it is. No `alt`: nor what it shows. */
  known: { alt: string | null; width: number; height: number } | null
}

/** The preview of the site as a whole: its own words over the mesas at dusk. */
const SITE = {
  src: '/pictures/preview.jpg',
  alt: `${venue.tagline}. Mesas at dusk, a road leading to them.`,
  ...PREVIEW_SIZE,
}

/** The link preview of a page's picture as `<Picture>` takes it; without one, the site's own. */
export function linkPreviewOf(picture: string | undefined, origin: string): LinkPreview {
  const known = picture === undefined ? SITE : linkPreview(picture)
  const address = new URL(known?.src ?? picture ?? '', origin || 'http://localhost').href
  return { address, known }
}
