import Content, { page } from '#content/testimonials.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/testimonials'
import { Story } from './story.tsx'
import { testimonialsParts } from './testimonials-parts.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...page, path: paths.testimonials })

export default function Testimonials() {
  return <Story page={page} content={Content} parts={testimonialsParts} />
}
