import type { ReactNode } from 'react'
import './paper.css'

interface PaperProps {
  /** Overlaps the lower edge of the scene before it. */
  over?: boolean
  /** Names the section for screen readers: the id of its heading. */
  labelledBy?: string
  className?: string
  children: ReactNode
}

/** A sheet of sand paper on the green: `<Paper over>…</Paper>` right after a `<Scene>`. */
export function Paper({ over = false, labelledBy, className = '', children }: PaperProps) {
  return (
    <section
      className={`paper on-sheet column ${over ? 'paper-over' : ''} ${className}`}
      aria-labelledby={labelledBy}
    >
      {children}
    </section>
  )
}

/** Running text in a paper: headings, lists and 66 characters a line. */
export function Prose({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`prose ${className}`}>{children}</div>
}
