/** The tabs of an event's workspace. The event's public page shows them to staff too. */
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { Permission } from '#shared/roles.ts'
import { paths } from '#app/paths.ts'
import { useMay } from '#app/site.ts'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './event-tabs.css?url'

const TABS: readonly [label: string, pathOf: (urlName: string) => string, needs: Permission][] = [
  ['Page', paths.event, 'events.see'],
  ['Guests', paths.eventGuests, 'guests.edit'],
  ['Waitlist', paths.eventWaitlist, 'guests.edit'],
  ['Rooms', paths.eventRooms, 'guests.edit'],
  ['Kitchen', paths.eventKitchen, 'health.food'],
  ['Messages', paths.eventMessages, 'guests.edit'],
  ['Emails', paths.eventEmails, 'guests.edit'],
  ['Photos', paths.eventPhotos, 'events.edit'],
  ['History', paths.eventHistory, 'guests.edit'],
]

/**
 * Renders links to the pages of an event's workspace. They are pages with addresses, so they are links in a
 * `nav` and not ARIA tabs.
 */
export default function EventTabs({ urlName }: { urlName: string }) {
  const row = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const may = useMay()
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
        {TABS.filter(([, , needs]) => may(needs)).map(([label, pathOf]) => (
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
