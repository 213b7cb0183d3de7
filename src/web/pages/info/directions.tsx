import Content, { page } from '../../../../content/directions.mdx'
import type { PageHandle } from '../../page-handle.ts'
import { pageMeta } from '../../page-meta.ts'
import { paths } from '../../paths.ts'
import type { Route } from './+types/directions'
import { InfoPage } from './info-page.tsx'

export const handle: PageHandle = { keep: [] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.directions })

export default function Directions() {
  return <InfoPage page={page} content={Content} />
}
