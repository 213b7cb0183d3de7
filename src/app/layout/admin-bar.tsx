/**
 * The bar above every page for a signed-in admin, with navigation and sign-out. The bar has its own chunk and
 * stylesheet, which `Shell` loads only for admins.
 */
import { lazy, Suspense, useEffect, useState } from 'react'
import { NavLink, useMatch } from 'react-router'
import { LogOut } from '#app/sign-in/log-out.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { paths } from '../paths.ts'
import sheet from './admin-bar.css?url'

/** The search dialog. Its code loads at the first search. */
const SearchDialog = lazy(() => import('#app/admin/search/search-dialog.tsx'))

const links = [
  { href: paths.admin, label: 'Today' },
  { href: paths.events, label: 'Events' },
  { href: paths.calendar, label: 'Calendar' },
  { href: paths.family, label: 'Family' },
  { href: paths.emails, label: 'Email' },
  { href: paths.system, label: 'System' },
]

export default function AdminBar() {
  const bare = useMatch(paths.innerCreative)
  if (bare) return null
  return (
    <div className="admin-bar on-ground screen-only" data-hydrate>
      <Stylesheet href={sheet} />
      <div className="admin-bar-row column">
        <nav aria-label="Admin">
          <ul className="plain-list">
            {links.map(({ href, label }) => (
              <li key={href}>
                <NavLink to={href} end>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Search />
        <LogOut />
      </div>
    </div>
  )
}

/** Renders the search button. The key `/` opens the search on any page too (R30.9). */
function Search() {
  // True if the search dialog is open. Null until the first search, so that the dialog's code is not loaded
  // before.
  const [open, setOpen] = useState<boolean | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <IconButton
        className="admin-bar-search"
        label="Search (press /)"
        icon="search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      />
      {open !== null && (
        <Suspense>
          <SearchDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Returns true if a pressed key is meant for a text field or an open dialog. Then `/` must not open the
 * search.
 */
const isTyping = (target: EventTarget | null) =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null)
