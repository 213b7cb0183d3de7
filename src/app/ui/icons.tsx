/** The icons of the site, the ranch's logo and the loading ring. */

/** The icons of buttons, each in a box of 24 by 24 units. */
const PATHS = {
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5.5v13l10.5-6.5z',
  before: 'M15 5l-7 7 7 7',
  after: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.5 15.5L20.5 20.5',
  expand: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  view: 'M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6z',
  edit: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19 4 20zM14 6.5l3.5 3.5',
  warning: 'M12 4L2.5 20.5h19zM12 10v5M12 18v.01',
  trash: 'M4 7h16M10 4h4M6 7l1 13h10l1-13M10 11v5.5M14 11v5.5',
} as const

export type IconName = keyof typeof PATHS

/** Renders a decorative icon, `<Icon name="trash" />`. The element around it must have an accessible name. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  // The stylesheet (`base.css`) sets the stroke and the size. As attributes of each icon, they would make a
  // guest list much larger, because it has three icons in each row.
  return (
    <svg
      className={`icon icon-${name}${className && ` ${className}`}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** Renders the "Rocking Mesa" logo (`content/pictures/logo.svg`), 65 px wide (R17.5), in the text color. */
export function Logo() {
  return (
    <svg viewBox="0 0 65 50" width="65" height="50" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M6 34Q13 33 17.5 25.5L20.5 15H44.5L47.5 25.5Q52 33 59 34M9 41.5Q32.5 50.5 56 41.5" />
      </g>
      <path d="M32.5.8l1.6 4.5 4.5 1.6-4.5 1.6-1.6 4.5-1.6-4.5-4.5-1.6 4.5-1.6z" fill="currentColor" />
    </svg>
  )
}

/** Renders the loading ring: `<LoadingRing label="Loading events" />`. Its default size is 60 px (R17.5). */
export function LoadingRing({ label = 'Loading', size = 60 }: { label?: string; size?: number }) {
  return (
    <output className="ring" style={{ '--ring': `${size}px` }}>
      <span className="visually-hidden">{label}</span>
    </output>
  )
}
