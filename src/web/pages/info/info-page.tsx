import type { ComponentType } from 'react'
import { MoreInformation } from '#web/layout/more-information.tsx'
import { Paper, Prose } from '#ui/paper.tsx'
import { Parallax } from '#ui/parallax.tsx'
import { Scene } from '#ui/scene.tsx'
import { contentParts } from './content-parts.tsx'
import './info-page.css'

export interface InfoPageFacts {
  title: string
  /** For search engines and link previews. */
  description: string
  heading: string
  lead: string
  /** A name of the picture library. */
  picture: string
  /** The picture is a day scene: shaded more, so that the words read. */
  light?: boolean
  /** What must stay in view when its sides are cut on a phone, as CSS `object-position`. */
  focus?: string
  /** The picture moves more slowly than the page. */
  parallax?: boolean
  /** Leaves out the invitation to write at the end: the page is for reference, or is the invitation itself. */
  plain?: boolean
}

interface InfoPageProps {
  page: InfoPageFacts
  content: ComponentType<{ components?: Record<string, unknown> }>
  /** Components that this page alone may use, besides `content-parts.tsx`. */
  parts?: Record<string, unknown>
}

/** The one layout of the pages in `content/`: a scene, a paper with the text, the invitation to write. */
export function InfoPage({ page, content: Content, parts }: InfoPageProps) {
  const Top = page.parallax ? Parallax : Scene
  return (
    <>
      <Top picture={page.picture} light={page.light ?? false} focus={page.focus}>
        <h1>{page.heading}</h1>
        <p>{page.lead}</p>
      </Top>
      <Paper over>
        <Prose className="info">
          <Content components={{ ...contentParts, ...parts }} />
        </Prose>
      </Paper>
      {!page.plain && <MoreInformation />}
    </>
  )
}
