import * as content from '#content/directions.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { roadParts } from './road/road-parts.tsx'

const route = infoRoute(paths.directions, content, { parts: roadParts, kept: true })
export const handle = route.handle
export const meta = route.meta
export default route.Page
