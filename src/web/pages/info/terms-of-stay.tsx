import * as content from '#content/terms-of-stay.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { termsParts } from './terms-parts.tsx'

const route = infoRoute(paths.termsOfStay, content, { parts: termsParts })
export const handle = route.handle
export const meta = route.meta
export default route.Page
