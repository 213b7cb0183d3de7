import * as content from '#content/questions.mdx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

export const { handle, meta, Page } = infoRoute(paths.questions, content)
export default Page
