import Content, { page } from '#content/directions.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/directions'
import { roadParts } from './road/road-parts.tsx'
import { Story } from './story.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.directions })

export default function Directions() {
  return <Story page={page} content={Content} parts={roadParts} kept />
}
