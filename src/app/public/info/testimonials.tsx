import type { ReactNode } from 'react'
import * as content from '#content/testimonials.mdx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

/** Renders `<Quotes>`: a grid of `<Quote>`s. */
const Quotes = ({ children }: { children: ReactNode }) => <div className="quotes">{children}</div>

/** Renders a quotation and its author: `<Quote from="A guest in June" size="large">…</Quote>`. */
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
