/** The shell of every page: header, footer, and navigation between pages. */
import { lazy, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Link, NavLink, useMatch, useLocation, useNavigation } from 'react-router'
import { venue } from '#shared/venue.ts'
import { elementNamedBy } from '#app/ui/focus.ts'
import { Logo } from '#app/ui/icons.tsx'
import { announce } from '#app/ui/toast.tsx'
import { menu, paths } from '../paths.ts'
import { useSite } from '../site.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

/** Loaded only for admins. If loading fails, the page works without it. */
const AdminBar = lazy(() => import('./admin-bar.tsx').catch(() => ({ default: () => null })))

/** Renders skip link, header, content and footer. `drawer.ts` may make parts inert before hydration. */
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
 * Renders the fixed header. Below 48rem the menu is a popover that works without scripts. `drawer.ts` adds what
 * a popover lacks. It may do so before hydration, so React's warnings about changed attributes are suppressed.
 * Hidden on `/inner-creative` (R16.3).
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
 * Makes client-side navigation behave like loading a document: it shows a progress bar, focuses the heading and
 * announces the title.
 */
function PageChanges() {
  const { state } = useNavigation()
  usePageFocus()
  // The CSS shows the bar only after a delay, so that it does not flash on fast pages.
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

/** Focuses the new page without scrolling. React Router restores the scroll position itself. */
function focusPage(target: HTMLElement | null) {
  const focused = document.activeElement
  // The page itself has already focused something, such as its first field.
  if (focused?.closest('main') && focused.matches('input, textarea, select, [tabindex="-1"]:not(main)'))
    return
  const place = target ?? document.getElementById('main')
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1
  place?.focus({ preventScroll: true })
}
