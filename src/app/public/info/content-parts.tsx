/**
 * Components for the pages in `content/`. `contentParts` are for running text, and `storyParts` are for a
 * page's layout.
 */
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { venue } from '#shared/venue.ts'
import { Carousel } from '#app/ui/carousel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Panel } from '#app/ui/panel.tsx'

/**
 * Renders a link. If the link leads to a page of this site, the browser loads that page by client-side
 * navigation.
 */
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

const Email = () => <a href={`mailto:${venue.email}`}>{venue.email}</a>

const PhotoSizes = createContext('min(92vw, 85rem)')

/**
 * Sets the width at which the page shows the photos inside, as in HTML's `sizes`. If the page crops the sides
 * of the photos, `sizes` must be their uncropped width.
 */
export function PhotosIn({ sizes, children }: { sizes: string; children: ReactNode }) {
  return <PhotoSizes value={sizes}>{children}</PhotoSizes>
}

/** Renders `<Photo name="porch" />`: a picture of the library with its own alternative text. */
function Photo({ name, caption }: { name: string; caption?: string }) {
  const sizes = use(PhotoSizes)
  return (
    <figure className="photo">
      <Picture src={name} sizes={sizes} />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

export const contentParts = { a: Anchor, Carousel, Photo, Email }

/**
 * Renders `<Sheet over>…</Sheet>`: a panel. With `over`, the panel overlaps the lower edge of the element
 * above it.
 */
function Sheet({ over = false, children }: { over?: boolean; children: ReactNode }) {
  return (
    <Panel over={over} className="prose">
      {children}
    </Panel>
  )
}

/** Renders `<Ground>…</Ground>`: text between panels, on the green page background. */
function Ground({ children }: { children: ReactNode }) {
  return <section className="ground column prose">{children}</section>
}

interface ViewProps {
  picture: string
  /** The point of the picture that the page never crops, as CSS `object-position`. */
  focus?: string
  /**
   * Whether the text is at the top or the bottom of the picture. Choose the place where the picture has fewer
   * details.
   */
  words?: 'top' | 'bottom'
  side?: 'left' | 'right'
  /** True if the text may be as wide as the picture. */
  wide?: boolean
  children: ReactNode
}

/** Renders `<View picture="leather">…</View>`: a picture as wide as the page, with text on it. */
function View({ picture, focus, words = 'top', side = 'left', wide = false, children }: ViewProps) {
  return (
    <section className={`view view-${words} view-${side} ${wide ? 'view-wide' : ''}`}>
      <div className="view-picture picture-frame" style={{ '--focus-at': focus }}>
        <Picture src={picture} alt="" sizes="max(100vw, 80rem)" />
      </div>
      <div className="view-words on-scene column prose">{children}</div>
    </section>
  )
}

interface PinnedProps {
  picture: string
  focus?: string
  /** The side of the picture with the note. On the other side, the picture reaches the edge of the screen. */
  note?: 'left' | 'right'
  children: ReactNode
}

/**
 * Renders `<Pinned picture="porch" note="right">…</Pinned>`: a large picture with a note over one of its
 * corners.
 */
function Pinned({ picture, focus, note = 'right', children }: PinnedProps) {
  return (
    <section className={`pinned pinned-${note}`}>
      <div className="pinned-picture picture-frame" style={{ '--focus-at': focus }}>
        <Picture src={picture} sizes="(width >= 64rem) 75vw, 100vw" />
      </div>
      <div className="pinned-note on-sheet prose">{children}</div>
    </section>
  )
}

const Figures = ({ children }: { children: ReactNode }) => <dl className="figures">{children}</dl>

function Figure({ value, name, note }: { value: string; name: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figure-value">{value}</dd>
      {note && <dd className="figure-note">{note}</dd>}
    </div>
  )
}

/** Renders `<Lede>…</Lede>`: the opening sentence of a section in large type. */
const Lede = ({ children }: { children: ReactNode }) => <div className="lede">{children}</div>

/** Renders `<Columns>…</Columns>`: short sections next to each other, each of them in a `<Column>`. */
function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="columns">
      <PhotosIn sizes="(width >= 64rem) 35vw, (width >= 40rem) 58vw, 122vw">{children}</PhotosIn>
    </div>
  )
}

const Column = ({ children }: { children: ReactNode }) => <div>{children}</div>

export const storyParts = { Sheet, Ground, View, Pinned, Figures, Figure, Lede, Columns, Column }
