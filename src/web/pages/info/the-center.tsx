import Content, { page } from '#content/the-center.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/the-center'
import { centerParts } from './center-parts.tsx'
import { Story } from './story.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...page, path: paths.theCenter })

export default function TheCenter() {
  return <Story page={page} content={Content} parts={centerParts} />
}
