import * as content from '#content/our-history.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'

const route = infoRoute(paths.ourHistory, content)
export const handle = route.handle
export const meta = route.meta
export default route.Page
