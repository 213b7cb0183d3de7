/** The one layout of the pages in `content/`, and the route that is made of it. */
import type { ComponentType } from 'react'
import type { MetaFunction } from 'react-router'
import { MoreInformation } from '#web/layout/more-information.tsx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { Paper, Prose } from '#ui/paper.tsx'
import { Parallax, Scene } from '#ui/scene.tsx'
import { contentParts, storyParts } from './content-parts.tsx'
import './info-page.css'

export interface InfoPageFacts {
  title: string
  description: string
  heading: string
  lead: string
  /** A name of the picture library. */
  picture: string
  /** The picture is a day scene: shaded more, so that the words read. */
  light?: boolean
  /** The part to keep in view when its sides are cut on a phone, as CSS `object-position`. */
  focus?: string
  /** The first scene fills most of the screen. */
  tall?: boolean
  /** The picture moves more slowly than the page. */
  parallax?: boolean
  /** All of it is one text on one sheet; otherwise the file lays itself out, as a row of sheets, views and figures. */
  text?: boolean
  /** Leaves out the invitation to write at the end: the page is for reference, or is the invitation itself. */
  plain?: boolean
}

/** A module made from a file of `content/`. */
interface InfoContent {
  page: InfoPageFacts
  default: ComponentType<{ components?: Record<string, unknown> }>
}

interface InfoRouteOptions {
  /** Components that this page alone may use, besides `content-parts.tsx`. */
  parts?: Record<string, unknown>
  /** The page says so when the phone has kept it (`offline/`). */
  kept?: boolean
  /** False: open to everybody who knows the address, and told to no search engine. */
  listed?: boolean
}

/** The exports of a route's module: `export const { handle, meta, Page } = infoRoute(…)`. */
export function infoRoute(path: string, content: InfoContent, options: InfoRouteOptions = {}) {
  const { page, default: Content } = content
  const { parts, kept = false, listed = true } = options
  const handle: PageHandle = { cacheBy: [], ...(listed ? { listed } : {}) }
  const meta: MetaFunction = ({ matches }) => pageMeta(matches, { ...page, path })
  const words = <Content components={{ ...contentParts, ...storyParts, ...parts }} />
  const Page = () => (
    <>
      <Top page={page} />
      {kept && <OfflineNote />}
      {page.text ? (
        <Paper over>
          <Prose className="info">{words}</Prose>
        </Paper>
      ) : (
        <div className="story">{words}</div>
      )}
      {!page.plain && <MoreInformation />}
    </>
  )
  return { handle, meta, Page }
}

function Top({ page }: { page: InfoPageFacts }) {
  const { picture, light = false, focus, tall = false, parallax, heading, lead } = page
  const words = (
    <>
      <h1>{heading}</h1>
      <p>{lead}</p>
    </>
  )
  return parallax ? (
    <Parallax picture={picture} light={light} focus={focus}>
      {words}
    </Parallax>
  ) : (
    <Scene picture={picture} light={light} focus={focus} height={tall ? 'tall' : 'low'}>
      {words}
    </Scene>
  )
}

/** A tab on the upper edge of the paper, empty until `keep-pages.ts` has kept the page; it stands right behind the scene. */
function OfflineNote() {
  return (
    <div className="kept column screen-only">
      <output
        className="offline-note on-sheet"
        // Set as HTML, so that React leaves alone what the script writes there.
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
    </div>
  )
}
