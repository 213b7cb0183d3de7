/**
 * The frame of every page for staff: a rail on the left of a wide screen, and below 64rem a bar at the bottom with a
 * menu. It has its own chunk and stylesheet, which `Shell` loads only for staff.
 */
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useMatch } from 'react-router'
import { LogOut } from '#app/sign-in/log-out.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { paths } from '../../paths.ts'
import { useSite } from '../../site.ts'
import sheet from './frame.css?url'
import { groupOf, groupsFor, type PlaceGroup } from './places.ts'

/** The command palette. Its code loads when it is first opened. */
const Palette = lazy(() => import('#app/admin/search/palette.tsx'))

const MENU = 'desk-menu'
const MENU_ICON = 'M4 7h16M4 12h16M4 17h16'

export default function Frame() {
  const bare = useMatch(paths.innerCreative)
  const permissions = useSite()?.staff?.permissions ?? []
  const palette = usePalette()
  if (bare) return null
  const groups = groupsFor(permissions)
  return (
    <>
      <Stylesheet href={sheet} />
      <Menu groups={groups} onSearch={palette.show} />
      <BottomBar groups={groups} onSearch={palette.show} />
      {palette.open !== null && (
        <Suspense>
          <Palette open={palette.open} groups={groups} onClose={palette.hide} />
        </Suspense>
      )}
    </>
  )
}

interface PartProps {
  groups: PlaceGroup[]
  onSearch: () => void
}

/**
 * Renders all pages in their groups. On a wide screen it is the rail. Below, it is a popover that the bottom bar opens,
 * also without scripts.
 */
function Menu({ groups, onSearch }: PartProps) {
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  const here = groupOf(pathname)
  const close = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }
  const shown = useRef(pathname)
  // Also closes the menu after the browser's Back button, but not if a person opened it before React started.
  const arrive = useEffectEvent(close)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    arrive()
  }, [pathname])
  return (
    <nav
      ref={menu}
      id={MENU}
      popover="auto"
      aria-label="Admin"
      className="desk-menu on-ground screen-only"
      data-hydrate
      suppressHydrationWarning
    >
      <button
        type="button"
        className="desk-find"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => {
          close()
          onSearch()
        }}
      >
        <Icon name="search" />
        Search
        <kbd aria-hidden="true">/</kbd>
      </button>
      {groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          here={group.id === here?.id}
          pathname={pathname}
          onFollow={close}
        />
      ))}
      <LogOut />
    </nav>
  )
}

interface GroupProps {
  group: PlaceGroup
  /** True if the current page belongs to the group. */
  here: boolean
  pathname: string
  onFollow: () => void
}

function Group({ group: { title, icon, places }, here, pathname, onFollow }: GroupProps) {
  const link = (href: string, children: ReactNode) => (
    <Link to={href} aria-current={href === pathname ? 'page' : undefined} onClick={onFollow}>
      {children}
    </Link>
  )
  const alone = places.length === 1 && places[0]?.label === title
  return (
    <div className={`desk-group ${here ? 'desk-here' : ''}`}>
      <p className="desk-title">
        {alone ? (
          link(
            places[0]?.href ?? '',
            <>
              <Drawn path={icon} />
              <span>{title}</span>
            </>,
          )
        ) : (
          <>
            <Drawn path={icon} />
            <span>{title}</span>
          </>
        )}
      </p>
      {!alone && (
        <ul className="plain-list">
          {places.map(({ href, label }) => (
            <li key={href}>{link(href, label)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The groups that the bottom bar links, by the first page of each. */
const MOST_USED = new Set(['today', 'calendar', 'events'])

/** Renders the places that people use most on a phone, and the button that opens the menu. */
function BottomBar({ groups, onSearch }: PartProps) {
  const here = groupOf(useLocation().pathname)
  return (
    <nav className="desk-bar on-ground screen-only" aria-label="Most used pages">
      {groups
        .filter(({ id }) => MOST_USED.has(id))
        .map(({ id, title, icon, places }) => (
          <Link key={id} to={places[0]?.href ?? ''} aria-current={id === here?.id ? 'true' : undefined}>
            <Drawn path={icon} />
            <span>{title}</span>
          </Link>
        ))}
      <button type="button" aria-haspopup="dialog" onClick={onSearch}>
        <Icon name="search" />
        Search
      </button>
      <button type="button" popoverTarget={MENU}>
        <Drawn path={MENU_ICON} />
        More
      </button>
    </nav>
  )
}

function Drawn({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** Opens the palette with `/`, Ctrl+K or ⌘K on any page (R30.9). `open` is null until the first time. */
function usePalette() {
  const [open, setOpen] = useState<boolean | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!opensPalette(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return { open, show: () => setOpen(true), hide: () => setOpen(false) }
}

function opensPalette({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey || document.querySelector('dialog[open]') !== null) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  return key === '/' && !isTyping(target)
}

/** Returns true if a pressed key is meant for a field. Then `/` must not open the palette. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
