import type { ComponentType, ReactNode } from 'react'
import { MoreInformation } from '#web/layout/more-information.tsx'
import { OfflineNote } from '#web/offline/offline-note.tsx'
import { Paper } from '#ui/paper.tsx'
import { Picture } from '#ui/picture.tsx'
import { Scene } from '#ui/scene.tsx'
import { contentParts, PhotosIn } from './content-parts.tsx'
import type { InfoPageFacts } from './info-page.tsx'
import './info-page.css'
import './story.css'

interface StoryProps {
  page: InfoPageFacts
  content: ComponentType<{ components?: Record<string, unknown> }>
  /** Components that this page alone may use, besides `content-parts.tsx` and the parts below. */
  parts?: Record<string, unknown>
  /** The first scene fills most of the screen. */
  tall?: boolean
  /** The page says so when the phone has kept it (`offline/`). */
  kept?: boolean
}

/** A page of `content/` that lays itself out: its file is a row of sheets, views and figures under the scene. */
export function Story({ page, content: Content, parts, tall = false, kept = false }: StoryProps) {
  return (
    <>
      <Scene
        picture={page.picture}
        light={page.light ?? false}
        focus={page.focus}
        height={tall ? 'tall' : 'low'}
      >
        <h1>{page.heading}</h1>
        <p>{page.lead}</p>
      </Scene>
      {kept && <OfflineNote />}
      <div className="story">
        <Content components={{ ...contentParts, ...storyParts, ...parts }} />
      </div>
      {!page.plain && <MoreInformation />}
    </>
  )
}

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
