import * as content from '#content/family.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from '../info/info-page.tsx'
import { familyParts } from './family-parts.tsx'

const route = infoRoute(paths.family, content, { parts: familyParts, listed: false })
export const handle = route.handle
export const meta = route.meta
export default route.Page
