import * as content from '#content/our-history.mdx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

export const { handle, meta, Page } = infoRoute(paths.ourHistory, content)
export default Page
