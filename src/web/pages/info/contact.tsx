import * as content from '#content/contact.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import { contactParts } from './contact-parts.tsx'

const route = infoRoute(paths.contact, content, { parts: contactParts })
export const handle = route.handle
export const meta = route.meta
export default route.Page
