/** The shared layout of the pages in `content/`, and the function that creates their routes. */
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
  /** The picture at the top, a name from the picture library. */
  picture: string
  /** Marks a daytime picture. The page darkens it so that the text is readable. */
  light?: boolean
  /** The part that stays visible when a phone crops the sides, as CSS `object-position`. */
  focus?: string
  /** True if the first picture fills most of the screen. */
  tall?: boolean
  /** True if the picture scrolls more slowly than the page. */
  parallax?: boolean
  /**
   * True if the file is plain text, which the page puts in one panel. Otherwise the file has its own panels,
   * views and figures.
   */
  text?: boolean
  /** True to leave out the invitation at the end of the page to write to the venue. */
  plain?: boolean
}

/** A module created from a file of `content/`. */
interface InfoContent {
  page: InfoPageFacts
  default: ComponentType<{ components?: Record<string, unknown> }>
}

interface InfoRouteOptions {
  /** Components of this page, in addition to `content-parts.tsx`. */
  parts?: Record<string, unknown>
  /** True if the page can be saved for offline use, and says so once it is saved (`offline/`). */
  kept?: boolean
  /** False hides the page from search engines. Anyone who knows the address can open it. */
  listed?: boolean
}

/** Returns the exports of a route's module: `export const { handle, meta, Page } = infoRoute(…)`. */
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

/**
 * Renders an empty note on the panel's upper edge. `save-pages.ts` adds the text once this page is saved for
 * offline use.
 */
function OfflineNote() {
  return (
    <div className="kept column screen-only">
      <output
        className="offline-note on-sheet"
        // The content is set as HTML, so that React does not overwrite the script's text.
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
    </div>
  )
}
