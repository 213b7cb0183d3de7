import Content, { page } from '#content/family.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Story } from '../info/story.tsx'
import type { Route } from './+types/family'
import { familyParts } from './family-parts.tsx'

export const handle: PageHandle = { keep: [] }

/** Open to everybody who knows the address, and told to no search engine. */
export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...page, path: paths.family })

export default function Family() {
  return <Story page={page} content={Content} parts={familyParts} />
}
