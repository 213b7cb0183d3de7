import Content, { page } from '#content/terms-of-stay.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/terms-of-stay'
import { Story } from './story.tsx'
import { termsParts } from './terms-parts.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.termsOfStay })

export default function TermsOfStay() {
  return <Story page={page} content={Content} parts={termsParts} />
}
