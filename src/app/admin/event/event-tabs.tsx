/** The tabs of an event's workspace. The event's public page shows them to staff too. */
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths } from '#app/paths.ts'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './event-tabs.css?url'

const TABS = [
  ['Page', paths.event],
  ['Guests', paths.eventGuests],
  ['Waitlist', paths.eventWaitlist],
  ['Rooms', paths.eventRooms],
  ['Kitchen', paths.eventKitchen],
  ['Messages', paths.eventMessages],
  ['Emails', paths.eventEmails],
  ['Photos', paths.eventPhotos],
  ['History', paths.eventHistory],
] as const

/**
 * Renders links to the pages of an event's workspace. They are pages with addresses, so they are links in a
 * `nav` and not ARIA tabs.
 */
export default function EventTabs({ urlName }: { urlName: string }) {
  const row = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // A phone shows only some of the tabs, so the row scrolls to the open one.
  useEffect(() => {
    const links = [...(row.current?.querySelectorAll('a') ?? [])]
    const open = links.find((link) => new URL(link.href).pathname === pathname)
    if (open) row.current!.scrollLeft = open.offsetLeft - (row.current!.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return (
    <nav className="event-tabs screen-only" aria-label="This event">
      <Stylesheet href={sheet} />
      <ul className="plain-list column" ref={row}>
        {TABS.map(([label, pathOf]) => (
          <li key={label}>
            <NavLink to={pathOf(urlName)} end>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
