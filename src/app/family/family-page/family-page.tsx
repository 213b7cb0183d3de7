/** The page of `content/family.mdx` and its components. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as content from '#content/family.mdx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { paths } from '#app/paths.ts'
import { infoRoute } from '#app/public/info/info-page.tsx'
import sheet from './family-page.css?url'

/**
 * Renders notes as if pinned to a refrigerator door. In `content/family.mdx`, each note is a `<Note>` inside
 * `<Notes>`.
 */
function Notes({ children }: { children: ReactNode }) {
  return (
    <nav className="notes column" aria-label="Family">
      <Stylesheet href={sheet} />
      <ul className="plain-list">{children}</ul>
    </nav>
  )
}

/**
 * Renders a note: `<Note title="Calendar" to="/calendar">Who is here when.</Note>`. `to` is a path on this
 * site or any URL.
 */
function Note({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  return (
    <li className="note-sheet on-sheet">
      {to.startsWith('/') ? <Link to={to}>{title}</Link> : <a href={to}>{title}</a>}
      <div>{children}</div>
    </li>
  )
}

export const parts = { Notes, Note }

export const { handle, meta, Page } = infoRoute(paths.family, content, { parts, listed: false })
export default Page
