import { Link, NavLink, useMatch } from 'react-router'
import { venue } from '#shared/venue.ts'
import { menu, paths } from '../paths.ts'
import { useSite } from '../site.ts'
import { Logo } from '#ui/logo.tsx'
import './header.css'

/**
 * The fixed bar. Below 48rem the menu is a popover that works before and without any script; `drawer.ts`
 * adds what a popover lacks, maybe before React has come (hence the warnings that are suppressed). Hidden on `/inner-creative` (R16.3).
 */
export function Header() {
  const site = useSite()
  const bare = useMatch(paths.innerCreative)
  if (bare) return null
  return (
    <header className="bar">
      <div className="bar-row column" suppressHydrationWarning>
        <button type="button" className="bar-toggle" popoverTarget="menu" aria-label="Menu">
          <span className="bar-toggle-lines" aria-hidden="true" />
        </button>
        <Link
          to={paths.home}
          className="bar-logo"
          aria-label={`${venue.name}, home`}
          suppressHydrationWarning
        >
          <Logo />
        </Link>
        {site?.demo && (
          <span className="bar-demo" title="A demonstration: no real cards, no real email">
            Demo
          </span>
        )}
        <nav id="menu" popover="auto" className="menu" aria-label="Main">
          <ul>
            {menu.map(({ href, label }) => (
              <li key={href}>
                <NavLink to={href}>{label}</NavLink>
              </li>
            ))}
          </ul>
          <p className="menu-foot">{venue.tagline}.</p>
        </nav>
      </div>
    </header>
  )
}
