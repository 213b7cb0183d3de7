import * as content from '#content/the-land.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { landParts } from './land-parts.tsx'

const route = infoRoute(paths.theLand, content, { parts: landParts })
export const handle = route.handle
export const meta = route.meta
export default route.Page
