/** The shell of every page: the bar above it, its end, and the changes from page to page. */
import { lazy, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Link, NavLink, useMatch, useLocation, useNavigation } from 'react-router'
import { venue } from '#shared/venue.ts'
import { elementNamedBy } from '#ui/focus.ts'
import { Logo } from '#ui/icons.tsx'
import { announce } from '#ui/toast.tsx'
import { menu, paths } from '../paths.ts'
import './footer.css'
import './header.css'
import './shell.css'
import { useSite } from '../site.ts'
import { Text, Verbatim } from '#ui/text.tsx'

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
          <ul className="plain-list">
            {menu.map(({ href, label }) => (
              <li key={href}>
                <NavLink to={href}>{label}</NavLink>
              </li>
            ))}
          </ul>
          <p className="menu-foot">
            <Text>{venue.tagline}.</Text>
          </p>
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

function Footer() {
  const site = useSite()
  return (
    <footer className="footer on-ground">
      <div className="footer-row column">
        <p className="footer-name">
          <Verbatim>{venue.name}</Verbatim>
          <span>
            <Text>{venue.locationNote}.</Text>
          </span>
        </p>
        <nav aria-label="More pages">
          <ul className="plain-list">
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

/**
 * The changes of page that React makes, told as a browser tells of another document: a bar while the next page is on its way,
 * the focus on its heading, and its title announced.
 */
function PageChanges() {
  const { state } = useNavigation()
  usePageFocus()
  // It shows itself after a moment: a page that is there at once needs none.
  return state === 'idle' ? null : <div className="page-bar" aria-hidden="true" />
}

function usePageFocus() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  const arrive = useEffectEvent(() => {
    announce(document.title)
    focusPage(elementNamedBy(hash) ?? document.querySelector<HTMLElement>('[data-page-heading], main h1'))
  })
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    arrive()
  }, [pathname])
}

/** Scrolling is not its business: a new page begins at its top, and one that is gone back to stays where it was. */
function focusPage(target: HTMLElement | null) {
  const focused = document.activeElement
  // The page itself has put the focus somewhere, say in its first field.
  if (focused?.closest('main') && focused.matches('input, textarea, select, [tabindex="-1"]:not(main)'))
    return
  const place = target ?? document.getElementById('main')
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1
  place?.focus({ preventScroll: true })
}
