import Content, { page } from '#content/contact.mdx'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/contact'
import { contactParts } from './contact-parts.tsx'
import { Story } from './story.tsx'

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...page, path: paths.contact })

export default function Contact() {
  return <Story page={page} content={Content} parts={contactParts} tall />
}
