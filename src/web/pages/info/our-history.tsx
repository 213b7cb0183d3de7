import Content, { page } from '#content/our-history.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/our-history'
import { InfoPage } from './info-page.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.ourHistory })

export default function OurHistory() {
  return <InfoPage page={page} content={Content} />
}
