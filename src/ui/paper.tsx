import type { ReactNode } from 'react'
import { eventColor } from './event-color.ts'
import './paper.css'

interface PaperProps {
  /** Overlaps the lower edge of the scene before it. */
  over?: boolean
  /** Names the section for screen readers: the id of its heading. */
  labelledBy?: string
  /** The color of an event, of which the sheet is then made instead of sand. */
  color?: string
  className?: string
  children: ReactNode
}

/** A sheet of sand paper on the green: `<Paper over>…</Paper>` right after a `<Scene>`. */
export function Paper({ over = false, labelledBy, color, className = '', children }: PaperProps) {
  const surface = color === undefined ? 'on-sheet' : 'event-surface'
  return (
    <section
      className={`paper ${surface} column ${over ? 'paper-over' : ''} ${className}`}
      style={color === undefined ? undefined : eventColor(color)}
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
