import * as content from '#content/testimonials.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { testimonialsParts } from './testimonials-parts.tsx'

const route = infoRoute(paths.testimonials, content, { parts: testimonialsParts })
export const handle = route.handle
export const meta = route.meta
export default route.Page
