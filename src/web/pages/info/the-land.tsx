import Content, { page } from '#content/the-land.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/the-land'
import { InfoPage } from './info-page.tsx'
import { landParts } from './land-parts.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...page, path: paths.theLand })

export default function TheLand() {
  return <InfoPage page={page} content={Content} parts={landParts} />
}
