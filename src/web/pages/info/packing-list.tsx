import Content, { page } from '../../../../content/packing-list.mdx'
import type { PageHandle } from '../../page-handle.ts'
import { pageMeta } from '../../page-meta.ts'
import { paths } from '../../paths.ts'
import type { Route } from './+types/packing-list'
import { InfoPage } from './info-page.tsx'

export const handle: PageHandle = { keep: [] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.packingList })

export default function PackingList() {
  return <InfoPage page={page} content={Content} />
}
