/** What any page of `content/` may be made of: sheets, views and figures under the scene. */
import type { ReactNode } from 'react'
import { Paper } from '#ui/paper.tsx'
import { Picture } from '#ui/picture.tsx'
import { PhotosIn } from './content-parts.tsx'
import './story.css'

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
      <div className="view-picture" style={{ '--focus-at': focus }}>
        <Picture src={picture} alt="" sizes="max(100vw, 80rem)" />
      </div>
      <div className="view-words on-scene column prose">{children}</div>
    </section>
  )
}

interface PinnedProps {
  picture: string
  focus?: string
  /** Where the note is pinned; the picture runs off the screen on the other side. */
  note?: 'left' | 'right'
  children: ReactNode
}

/** `<Pinned picture="porch" note="right">…</Pinned>`: a large picture with a paper note over its corner. */
function Pinned({ picture, focus, note = 'right', children }: PinnedProps) {
  return (
    <section className={`pinned pinned-${note}`}>
      <div className="pinned-picture" style={{ '--focus-at': focus }}>
        <Picture src={picture} sizes="(width >= 64rem) 75vw, 100vw" />
      </div>
      <div className="pinned-note on-sheet prose">{children}</div>
    </section>
  )
}

/** `<Figures><Figure value="11" name="bedrooms" /></Figures>`: numbers, large. */
function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>
}

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
function Lede({ children }: { children: ReactNode }) {
  return <div className="lede">{children}</div>
}

/** `<Columns>…</Columns>`: short sections beside each other, each a `<Column>`. */
function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="columns">
      <PhotosIn sizes="(width >= 64rem) 35vw, (width >= 40rem) 58vw, 122vw">{children}</PhotosIn>
    </div>
  )
}

function Column({ children }: { children: ReactNode }) {
  return <div>{children}</div>
}

export const storyParts = { Sheet, Ground, View, Pinned, Figures, Figure, Lede, Columns, Column }
