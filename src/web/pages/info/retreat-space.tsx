import Content, { page } from '#content/retreat-space.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/retreat-space'
import { retreatParts } from './retreat-parts.tsx'
import { Story } from './story.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.retreatSpace })

export default function RetreatSpace() {
  return <Story page={page} content={Content} parts={retreatParts} />
}
