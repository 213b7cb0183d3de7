/** The page of `content/testimonials.mdx`, and what it draws besides text. */
import type { ReactNode } from 'react'
import * as content from '#content/testimonials.mdx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import './testimonials.css'

/** `<Quotes>` some `<Quote>`s `</Quotes>`: beside and below each other, on paper. */
const Quotes = ({ children }: { children: ReactNode }) => <div className="quotes">{children}</div>

/** `<Quote from="A guest in June" size="large">…</Quote>`: what somebody said, and who. */
function Quote({ from, size, children }: { from: string; size?: 'large'; children: ReactNode }) {
  return (
    <figure className={`quote ${size === 'large' ? 'quote-large' : ''}`}>
      <blockquote>{children}</blockquote>
      <figcaption>{from}</figcaption>
    </figure>
  )
}

export const parts = { Quotes, Quote }

export const { handle, meta, Page } = infoRoute(paths.testimonials, content, { parts })
export default Page
