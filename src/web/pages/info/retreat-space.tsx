import * as content from '#content/retreat-space.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { retreatParts } from './retreat-parts.tsx'

const route = infoRoute(paths.retreatSpace, content, { parts: retreatParts })
export const handle = route.handle
export const meta = route.meta
export default route.Page
