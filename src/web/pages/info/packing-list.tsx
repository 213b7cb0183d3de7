import * as content from '#content/packing-list.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { packingParts } from './packing-parts.tsx'

const route = infoRoute(paths.packingList, content, { parts: packingParts, kept: true })
export const handle = route.handle
export const meta = route.meta
export default route.Page
