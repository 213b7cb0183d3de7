import Content, { page } from '#content/packing-list.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/packing-list'
import { packingParts } from './packing-parts.tsx'
import { Story } from './story.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.packingList })

export default function PackingList() {
  return <Story page={page} content={Content} parts={packingParts} kept />
}
