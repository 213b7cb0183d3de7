import Content, { page } from '#content/sustainable-ranching.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/sustainable-ranching'
import { ranchingParts } from './ranching-parts.tsx'
import { Story } from './story.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.sustainableRanching })

export default function SustainableRanching() {
  return <Story page={page} content={Content} parts={ranchingParts} />
}
