import type { ReactNode } from 'react'
import * as content from '#content/contact.mdx'
import { venue } from '#shared/venue.ts'
import { Logo } from '#app/ui/icons.tsx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

/**
 * Renders `<Postcard>…</Postcard>`: a postcard with the text on the left and the venue's e-mail address on
 * the right.
 */
function Postcard({ children }: { children: ReactNode }) {
  const [box, host] = venue.email.split('@')
  return (
    <section className="postcard on-sheet column">
      <div className="postcard-words prose">{children}</div>
      <div className="postcard-address">
        <span className="postcard-stamp screen-only" aria-hidden="true">
          <Logo />
        </span>
        <address>
          <span>{venue.name}</span>
          <a href={`mailto:${venue.email}`}>
            {box}
            <wbr />@{host}
          </a>
        </address>
      </div>
    </section>
  )
}

export const parts = { Postcard }

export const { handle, meta, Page } = infoRoute(paths.contact, content, { parts })
export default Page
