/** What the pages in `content/` may use besides Markdown. */
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { venue } from '#shared/venue.ts'
import { Carousel } from '#ui/carousel.tsx'
import { Picture } from '#ui/picture.tsx'

/** A link: to a page of this site without loading everything again, elsewhere as usual. */
function Anchor({ href = '', children, ...rest }: ComponentProps<'a'>) {
  if (!href.startsWith('/')) {
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    )
  }
  return (
    <Link to={href} {...rest}>
      {children}
    </Link>
  )
}

/** The venue's address for mail, from `content/venue.json`. */
function Email() {
  return <a href={`mailto:${venue.email}`}>{venue.email}</a>
}

export const contentParts = { a: Anchor, Carousel, Photo, Email }

/** How wide photos are shown, as in HTML. */
const PhotoSizes = createContext('min(92vw, 85rem)')

/** What stands in narrower places says so for its photos; where their sides are cut, the whole picture counts. */
export function PhotosIn({ sizes, children }: { sizes: string; children: ReactNode }) {
  return <PhotoSizes value={sizes}>{children}</PhotoSizes>
}

/** `<Photo name="porch" />`: a picture of the library across its place, with the library's own description. */
export function Photo({ name, caption }: { name: string; caption?: string }) {
  const sizes = use(PhotoSizes)
  return (
    <figure className="photo">
      <Picture src={name} sizes={sizes} />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
