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
  /** Marks a daytime picture, which is darkened so that the text is readable. */
  light?: boolean
  /** The part that stays visible when a phone crops the sides, as CSS `object-position`. */
  focus?: string
  /** Whether the first picture fills most of the screen. */
  tall?: boolean
  /** Whether the picture scrolls more slowly than the page. */
  parallax?: boolean
  /** Whether the file is plain text in one panel. Otherwise it contains its own panels, views and figures. */
  text?: boolean
  /** Leaves out the invitation to write at the end of the page. */
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
  /** Whether the page says that it was saved for offline use (`offline/`). */
  kept?: boolean
  /** False hides the page from search engines. Everybody with the address can open it. */
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
 * Renders an empty note on the panel's upper edge. `save-pages.ts` fills it in once this page is saved for use offline.
 */
function OfflineNote() {
  return (
    <div className="kept column screen-only">
      <output
        className="offline-note on-sheet"
        // Set as HTML, so that React does not overwrite the script's text.
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
    </div>
  )
}
