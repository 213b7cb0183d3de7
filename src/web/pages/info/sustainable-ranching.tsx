import * as content from '#content/sustainable-ranching.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { ranchingParts } from './ranching-parts.tsx'

const route = infoRoute(paths.sustainableRanching, content, { parts: ranchingParts })
export const handle = route.handle
export const meta = route.meta
export default route.Page
