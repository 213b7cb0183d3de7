/** The shell of every page: the bar above it, and its end. */
import { lazy, type ReactNode } from 'react'
import { Link, NavLink, useMatch } from 'react-router'
import { venue } from '#shared/venue.ts'
import { Logo } from '#ui/icons.tsx'
import { menu, paths } from '../paths.ts'
import { useSite } from '../site.ts'
import './footer.css'
import './header.css'
import { PageChanges } from './page-changes.tsx'
import './shell.css'

/** Asked for only where an admin looks; should it not come, the page is there without it. */
const AdminBar = lazy(() => import('./admin-bar.tsx').catch(() => ({ default: () => null })))

/** Skip link, bar, content, footer. `drawer.ts` may make parts inert before React comes. */
export function Shell({ children }: { children: ReactNode }) {
  const site = useSite()
  return (
    <>
      <a href="#main" className="skip" suppressHydrationWarning>
        Skip to content
      </a>
      <PageChanges />
      <Header />
      <div className="page" suppressHydrationWarning>
        {site?.admin && <AdminBar />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </div>
    </>
  )
}

/**
 * The fixed bar. Below 48rem the menu is a popover that works before and without any script; `drawer.ts`
 * adds what a popover lacks, maybe before React has come (hence the warnings that are suppressed). Hidden on `/inner-creative` (R16.3).
 */
function Header() {
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

const links = [
  { href: paths.theCenter, label: 'The Center' },
  { href: paths.ourHistory, label: 'Our History' },
  { href: paths.packingList, label: 'Packing List' },
  { href: paths.directions, label: 'Directions' },
  { href: paths.termsOfStay, label: 'Terms of Stay' },
]

/** The end of every page. */
function Footer() {
  const site = useSite()
  return (
    <footer className="footer on-ground">
      <div className="footer-row column">
        <p className="footer-name">
          {venue.name}
          <span>{venue.locationNote}.</span>
        </p>
        <nav aria-label="More pages">
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link to={href}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        {site?.demo && <p className="footer-demo">Demo: no real cards, no real email.</p>}
      </div>
    </footer>
  )
}
