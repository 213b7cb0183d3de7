import Content, { page } from '../../../../content/testimonials.mdx'
import type { PageHandle } from '../../page-handle.ts'
import { pageMeta } from '../../page-meta.ts'
import { paths } from '../../paths.ts'
import type { Route } from './+types/testimonials'
import { InfoPage } from './info-page.tsx'

export const handle: PageHandle = { keep: [] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.testimonials })

export default function Testimonials() {
  return <InfoPage page={page} content={Content} />
}
