import { Logo } from '#ui/logo.tsx'

const ID = 'month-logo'

/** What `LogoAgain` draws: once on the page. A full month has fifty bars with the logo, and would be mostly logos. */
export function LogoOnce() {
  return (
    <svg className="month-logo" width={0} height={0} aria-hidden="true">
      <symbol id={ID} viewBox="0 0 65 50">
        <Logo />
      </symbol>
    </svg>
  )
}

/** The logo, as `Logo` has it. */
export function LogoAgain() {
  return (
    <svg viewBox="0 0 65 50" width="65" height="50" aria-hidden="true">
      <use href={`#${ID}`} />
    </svg>
  )
}
