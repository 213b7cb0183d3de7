/** The sheets that a page's text lies on: of sand, or of the color that an admin chose for an event. */
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { contrast } from '#shared/contrast.ts'
import './paper.css'

declare module 'react' {
  /** `style={{ '--event': '#8f3a20' }}`: a style may set the custom properties that our style sheets read. */
  interface CSSProperties {
    [property: `--${string}`]: string | undefined
  }
}

interface PaperProps {
  /** Overlaps the lower edge of the scene before it. */
  over?: boolean
  /** Names the section for screen readers: the id of its heading. */
  labelledBy?: string
  /** The heading, where nothing stands before it or beside it. */
  title?: ReactNode
  /** The color of an event, of which the sheet is then made instead of sand. */
  color?: string
  className?: string
  children: ReactNode
}

/** A sheet of sand paper on the green: `<Paper over>…</Paper>` right after a `<Scene>`. */
export function Paper({ over = false, labelledBy, title, color, className = '', children }: PaperProps) {
  const surface = color === undefined ? 'on-sheet' : 'event-surface'
  return (
    <section
      className={`paper ${surface} column ${over ? 'paper-over' : ''} ${className}`}
      style={color === undefined ? undefined : eventColor(color)}
      aria-labelledby={labelledBy}
    >
      {title !== undefined && <h2 id={labelledBy}>{title}</h2>}
      {children}
    </section>
  )
}

interface SectionProps extends Omit<ComponentProps<'section'>, 'title'> {
  id: string
  title: ReactNode
  /** The focus may be put on the heading, when what had it is gone. */
  focusable?: boolean
}

/** A part of a page or paper with its heading: `<Section id="holds" title="Checkouts in progress">…</Section>` */
export function Section({ id, title, focusable = false, children, ...section }: SectionProps) {
  return (
    <section aria-labelledby={id} {...section}>
      <h2 id={id} tabIndex={focusable ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Running text in a paper: headings, lists and 66 characters a line. */
export function Prose({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`prose ${className}`}>{children}</div>
}

// An event's color, and ink or bone on it (R17.6).

const SAND = '#ebddc0'
const INK = '#1c1914'
const BONE = '#fbf7ee'

/** The color when it is a `#rrggbb`, else the default sand: nothing else ever reaches a style. */
export const safeColor = (color: string): string =>
  /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : SAND

/** Ink or bone, whichever reads better on the color. */
export function readableOn(color: string): string {
  const ground = safeColor(color)
  return contrast(ground, INK) >= contrast(ground, BONE) ? INK : BONE
}

/** `<article className="event-surface" style={eventColor(event.color)}>`: sets `--event` and `--event-text`. */
export function eventColor(color: string): CSSProperties {
  return { '--event': safeColor(color), '--event-text': readableOn(color) }
}
