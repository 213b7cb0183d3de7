/** Panels that contain a page's text, in the color of sand or of an event. */
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { contrast } from '#shared/contrast.ts'

declare module 'react' {
  /** Allows the custom CSS properties of our stylesheets in a `style`: `style={{ '--event': '#8f3a20' }}`. */
  interface CSSProperties {
    [property: `--${string}`]: string | undefined
  }
}

interface PanelProps {
  /** True if the panel overlaps the lower edge of the picture above it. */
  over?: boolean
  /** HTML id of the heading that names the panel for screen readers. */
  labelledBy?: string
  /** The heading of the panel. Leave it out if the panel begins with something else. */
  title?: ReactNode
  /** The color of an event. If missing, the panel has the color of sand. */
  color?: string
  className?: string
  children: ReactNode
}

/**
 * Renders a panel on the green page background. `<Panel over>…</Panel>` must follow directly after a
 * `<PageBanner>`.
 */
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
  /** True if scripts may move the focus to the heading after the focused element has disappeared. */
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

// The functions below return an event's color, and dark or light text for it (R17.6).

const SAND = '#ebddc0'
const INK = '#1c1914'
const BONE = '#fbf7ee'

/**
 * Returns a valid `#rrggbb` color. For any other text returns the default color, so that no such text gets
 * into a style.
 */
export const safeColor = (color: string): string =>
  /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : SAND

export function readableOn(color: string): string {
  const ground = safeColor(color)
  return contrast(ground, INK) >= contrast(ground, BONE) ? INK : BONE
}

/**
 * Returns a style that sets the CSS variables `--event` and `--event-text`: `<article
 * className="event-surface" style={eventColor(event.color)}>`.
 */
export function eventColor(color: string): CSSProperties {
  return { '--event': safeColor(color), '--event-text': readableOn(color) }
}
