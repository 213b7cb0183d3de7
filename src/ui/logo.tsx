/** The "Rocking Mesa" (`content/pictures/logo.svg`), 65 px wide (R17.5), in the color of its surroundings. */
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
