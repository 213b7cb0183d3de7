import * as content from '#content/the-center.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { centerParts } from './center-parts.tsx'

const route = infoRoute(paths.theCenter, content, { parts: centerParts })
export const handle = route.handle
export const meta = route.meta
export default route.Page
