/** Panels that contain a page's text, in the color of sand or of an event. */
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { contrast } from '#shared/contrast.ts'

declare module 'react' {
  /** Allows the custom properties of our style sheets: `style={{ '--event': '#8f3a20' }}`. */
  interface CSSProperties {
    [property: `--${string}`]: string | undefined
  }
}

interface PanelProps {
  /** True if the panel overlaps the lower edge of the picture above it. */
  over?: boolean
  /** Id of the heading that names the panel for screen readers. */
  labelledBy?: string
  /** The heading. Leave it out if something else comes before it. */
  title?: ReactNode
  /** An event's color for the panel. Without it, the panel has the color of sand. */
  color?: string
  className?: string
  children: ReactNode
}

/** Renders a panel on the green page background: `<Panel over>…</Panel>` directly after a `<PageBanner>`. */
export function Panel({ over = false, labelledBy, title, color, className = '', children }: PanelProps) {
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
  /** True if scripts may focus the heading after the focused element has disappeared. */
  focusable?: boolean
}

/** Renders a section with its heading: `<Section id="holds" title="Checkouts in progress">…</Section>` */
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

/** Renders running text with headings and lists, 66 characters per line. */
export function Prose({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`prose ${className}`}>{children}</div>
}

// An event's color, and dark or light text on it (R17.6).

const SAND = '#ebddc0'
const INK = '#1c1914'
const BONE = '#fbf7ee'

/**
 * Returns a valid `#rrggbb` color unchanged, and the default color for any other text, so that no other text
 * gets into a style.
 */
export const safeColor = (color: string): string =>
  /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : SAND

export function readableOn(color: string): string {
  const ground = safeColor(color)
  return contrast(ground, INK) >= contrast(ground, BONE) ? INK : BONE
}

/**
 * Returns a style that sets `--event` and `--event-text`: `<article className="event-surface"
 * style={eventColor(event.color)}>`.
 */
export function eventColor(color: string): CSSProperties {
  return { '--event': safeColor(color), '--event-text': readableOn(color) }
}
