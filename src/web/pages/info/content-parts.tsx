/** The parts that the pages in `content/` may use besides Markdown: `contentParts` in a text, `storyParts` to lay out a page. */
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { venue } from '#shared/venue.ts'
import { Carousel } from '#ui/carousel.tsx'
import { Picture } from '#ui/picture.tsx'
import { Paper } from '#ui/paper.tsx'
import './story.css'

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
const Email = () => <a href={`mailto:${venue.email}`}>{venue.email}</a>

/** The width at which photos are shown, as in HTML's `sizes`. */
const PhotoSizes = createContext('min(92vw, 85rem)')

/** The width of the photos within, for narrower places; where their sides are cut, the whole picture counts. */
export function PhotosIn({ sizes, children }: { sizes: string; children: ReactNode }) {
  return <PhotoSizes value={sizes}>{children}</PhotoSizes>
}

/** `<Photo name="porch" />`: a picture of the library across its place, with the library's own description. */
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

/** `<Sheet over>…</Sheet>`: a paper; `over` the lower edge of what comes before it. */
function Sheet({ over = false, children }: { over?: boolean; children: ReactNode }) {
  return (
    <Paper over={over} className="prose">
      {children}
    </Paper>
  )
}

/** `<Ground>…</Ground>`: words on the green itself, between papers. */
function Ground({ children }: { children: ReactNode }) {
  return <section className="ground column prose">{children}</section>
}

interface ViewProps {
  picture: string
  /** CSS `object-position`: what must stay in view. */
  focus?: string
  /** The corner where the words lie: where the picture is calm. */
  words?: 'top' | 'bottom'
  side?: 'left' | 'right'
  /** The words may run across the picture. */
  wide?: boolean
  children: ReactNode
}

/** `<View picture="leather">…</View>`: a picture from edge to edge with words on it. */
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
  /** The side on which the note is pinned; the picture runs off the screen on the other side. */
  note?: 'left' | 'right'
  children: ReactNode
}

/** `<Pinned picture="porch" note="right">…</Pinned>`: a large picture with a paper note over its corner. */
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

/** `<Figures><Figure value="11" name="bedrooms" /></Figures>`: numbers, large. */
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

/** `<Lede>…</Lede>`: a sentence that carries a section, large. */
const Lede = ({ children }: { children: ReactNode }) => <div className="lede">{children}</div>

/** `<Columns>…</Columns>`: short sections beside each other, each a `<Column>`. */
function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="columns">
      <PhotosIn sizes="(width >= 64rem) 35vw, (width >= 40rem) 58vw, 122vw">{children}</PhotosIn>
    </div>
  )
}

const Column = ({ children }: { children: ReactNode }) => <div>{children}</div>

export const storyParts = { Sheet, Ground, View, Pinned, Figures, Figure, Lede, Columns, Column }
