/** The shell of every page: header, footer, and navigation between pages. */
import { lazy, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Link, NavLink, useMatch, useLocation, useNavigation } from 'react-router'
import { venue } from '#shared/venue.ts'
import { elementNamedBy } from '#app/ui/focus.ts'
import { Logo } from '#app/ui/icons.tsx'
import { announce } from '#app/ui/toast.tsx'
import { footerGroups, menu, paths, practicalPages } from '../paths.ts'
import { useSite } from '../site.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

/**
 * The frame for staff, with all their pages. Its code loads only for staff, and the page works without it if loading
 * fails.
 */
const Frame = lazy(() => import('#app/admin/frame/frame.tsx').catch(() => ({ default: () => null })))

/**
 * Renders the frame of every page: a link that skips the header, then the header, the content and the footer.
 * `drawer.ts` may make some of these inert before hydration.
 */
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
        {site?.staff && <Frame />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </div>
    </>
  )
}

/**
 * Renders the fixed header. On a screen narrower than 48rem, the menu also has the practical pages. There it is a
 * popover that works without scripts, and `drawer.ts` turns it into a drawer. This may happen before hydration, so
 * React's warnings about changed attributes are suppressed. The page `/inner-creative` has no header (R16.3).
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
          <ul className="plain-list menu-practical">
            {practicalPages.map(({ href, label }) => (
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
          <a href={`mailto:${venue.email}`}>
            <Verbatim>{venue.email}</Verbatim>
          </a>
        </p>
        <nav className="footer-pages" aria-label="All pages">
          {footerGroups.map(({ id, title, links }) => (
            <div key={id}>
              <p className="footer-title" id={`footer-${id}`}>
                {title}
              </p>
              <ul className="plain-list" aria-labelledby={`footer-${id}`}>
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <Link to={href}>{label}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        {site?.demo && <p className="footer-demo">Demo: no real cards, no real email.</p>}
      </div>
    </footer>
  )
}

/**
 * Makes client-side navigation behave like loading a document. Shows a progress bar, focuses the new page's
 * heading and announces its title.
 */
function PageChanges() {
  const { state } = useNavigation()
  usePageFocus()
  // CSS shows the bar only after a delay, so that the bar does not flash before pages that load fast.
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

/**
 * Focuses the heading of the new page, without scrolling. React Router itself restores the scroll position.
 */
function focusPage(target: HTMLElement | null) {
  const focused = document.activeElement
  // Keeps the focus if the new page has already focused an element, such as its first field.
  if (focused?.closest('main') && focused.matches('input, textarea, select, [tabindex="-1"]:not(main)'))
    return
  const place = target ?? document.getElementById('main')
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1
  place?.focus({ preventScroll: true })
}
