/** What the pages in `content/` may use besides Markdown. */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { venue } from '#shared/venue.ts'
import { Carousel } from '#web/ui/carousel.tsx'
import { Photo } from './photo.tsx'

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
