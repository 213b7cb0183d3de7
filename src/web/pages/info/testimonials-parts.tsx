/** What `content/testimonials.mdx` draws besides text. */
import type { ReactNode } from 'react'
import './testimonials-parts.css'

/** `<Quotes>` some `<Quote>`s `</Quotes>`: beside and below each other, on paper. */
function Quotes({ children }: { children: ReactNode }) {
  return <div className="quotes">{children}</div>
}

/** `<Quote from="A guest in June" size="large">…</Quote>`: what somebody said, and who. */
function Quote({ from, size, children }: { from: string; size?: 'large'; children: ReactNode }) {
  return (
    <figure className={`quote ${size === 'large' ? 'quote-large' : ''}`}>
      <blockquote>{children}</blockquote>
      <figcaption>{from}</figcaption>
    </figure>
  )
}

export const testimonialsParts = { Quotes, Quote }
