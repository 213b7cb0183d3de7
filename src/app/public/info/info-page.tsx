/** The layout of all pages in `content/`, and the function that creates their routes. */
import type { ComponentType } from 'react'
import type { MetaFunction } from 'react-router'
import { MoreInformation } from '#app/layout/more-information.tsx'
import { type PageHandle, pageMeta } from '#app/page-meta.ts'
import { Panel, Prose } from '#app/ui/panel.tsx'
import { Parallax, PageBanner } from '#app/ui/page-banner.tsx'
import { contentParts, storyParts } from './content-parts.tsx'

export interface InfoPageFacts {
  title: string
  description: string
  heading: string
  lead: string
  /** The picture at the top of the page, by its name in the picture library. */
  picture: string
  /**
   * True if the picture is a daytime picture. The page darkens such a picture, so that the text on it is
   * readable.
   */
  light?: boolean
  /**
   * The part of the picture that stays visible when a phone crops the picture's sides, as CSS
   * `object-position`.
   */
  focus?: string
  /** True if the picture at the top fills most of the screen. */
  tall?: boolean
  /** True if the picture at the top scrolls more slowly than the page. */
  parallax?: boolean
  /**
   * True if the file is plain text, which the page puts into one panel. Other files contain their own panels.
   */
  text?: boolean
  plain?: boolean
  /**
   * True while the page holds sample text. Search engines may not list such a page, and Today names it (R55.1).
   */
  sample?: boolean
}

/** The exports of a file in `content/`. */
interface InfoContent {
  page: InfoPageFacts
  default: ComponentType<{ components?: Record<string, unknown> }>
}

interface InfoRouteOptions {
  parts?: Record<string, unknown>
  /**
   * True if the browser can save the page for offline use. A note on the page says when the page is saved
   * (`offline/`).
   */
  kept?: boolean
  /**
   * False if the page must be hidden from search engines. A visitor who knows the address can still open it.
   */
  listed?: boolean
  /** True if the page shows sample data from another file than its own. Missing: the page's own `sample`. */
  sample?: boolean
}

/** Returns the exports of a route: `export const { handle, meta, Page } = infoRoute(…)`. */
export function infoRoute(path: string, content: InfoContent, options: InfoRouteOptions = {}) {
  const { page, default: Content } = content
  const { parts, kept = false, sample = page.sample ?? false } = options
  const listed = (options.listed ?? true) && !sample
  const handle: PageHandle = { cacheBy: [], ...(listed ? { listed } : {}) }
  const meta: MetaFunction = ({ matches }) => pageMeta(matches, { ...page, path })
  const words = <Content components={{ ...contentParts, ...storyParts, ...parts }} />
  const Page = () => (
    <>
      <Top page={page} />
      {kept && <OfflineNote />}
      {page.text ? (
        <Panel over>
          <Prose className="info">{words}</Prose>
        </Panel>
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
    <PageBanner picture={picture} light={light} focus={focus} height={tall ? 'tall' : 'low'}>
      {words}
    </PageBanner>
  )
}

function OfflineNote() {
  return (
    <div className="kept column screen-only">
      <output
        className="offline-note on-sheet"
        // Sets the content as HTML, so that React keeps the text that `save-pages.ts` adds.
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
    </div>
  )
}
