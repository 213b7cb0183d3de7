/**
 * The pages of the desk in six groups, as the rail and the command palette list them. Every page of the admin area
 * is listed here or belongs to a group (`holds`), so that nothing is linked only at the end of another page.
 */
import { matchPath } from 'react-router'
import type { Permission } from '#shared/roles.ts'
import { paths } from '#app/paths.ts'

export interface Place {
  href: string
  label: string
  /** What a person needs to open the page. */
  needs: Permission
  /** More words with which the palette finds the page. */
  words?: string
}

export interface PlaceGroup {
  id: string
  title: string
  /** An SVG path in a box of 24 by 24 units. */
  icon: string
  places: readonly Place[]
  /** Patterns of further paths that belong to the group, such as a single reservation. */
  holds: readonly string[]
}

export const GROUPS: readonly PlaceGroup[] = [
  {
    id: 'today',
    title: 'Today',
    icon: 'M3 19h18M6 15a6 6 0 0 1 12 0M12 4v2.5M4.5 7.5l1.8 1.8M19.5 7.5l-1.8 1.8',
    places: [
      { href: paths.admin, label: 'Today', needs: 'guests.names', words: 'home desk arrivals problems' },
    ],
    holds: [],
  },
  {
    id: 'calendar',
    title: 'Calendar',
    icon: 'M4 6h16v14H4zM4 10.5h16M8 3.5V7M16 3.5V7',
    places: [
      { href: paths.calendar, label: 'Family calendar', needs: 'events.see', words: 'cousins dates' },
      { href: paths.family, label: 'Family', needs: 'events.see', words: 'private page' },
    ],
    holds: [],
  },
  {
    id: 'events',
    title: 'Events',
    icon: 'M2.5 19.5h19M4.5 19.5L12 5l7.5 14.5M9.5 19.5L12 14l2.5 5.5',
    places: [
      { href: paths.events, label: 'All events', needs: 'events.see', words: 'retreats list' },
      { href: paths.createEvent, label: 'Create Event', needs: 'events.edit', words: 'new retreat' },
    ],
    holds: ['/event/*', '/event-sheet/*', '/create-event/*'],
  },
  {
    id: 'guests',
    title: 'Guests',
    icon: 'M9 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.4c2.1.8 3.5 2.8 3.5 5.6',
    places: [
      { href: paths.rooms, label: 'Rooms', needs: 'guests.edit', words: 'beds lodging' },
      { href: paths.emails, label: 'Emails', needs: 'guests.edit', words: 'sent messages failed' },
    ],
    holds: ['/reservation/*'],
  },
  {
    id: 'money',
    title: 'Money',
    icon: 'M3 6.5h18v11H3zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM6 12h.01M18 12h.01',
    places: [
      {
        href: paths.paymentsDue,
        label: 'Payments due',
        needs: 'money.take',
        words: 'invoices late overdue owed',
      },
      { href: paths.refunds, label: 'Refunds', needs: 'money.refund', words: 'pay back by hand' },
      { href: paths.openBalances, label: 'Open balances', needs: 'money.see', words: 'deleted settle' },
      { href: paths.codes, label: 'Codes', needs: 'money.edit', words: 'discount gift certificate coupon' },
      {
        href: paths.statements,
        label: 'Bank statement',
        needs: 'money.see',
        words: 'close month payouts fees journal',
      },
      { href: paths.checks, label: 'Cash and checks', needs: 'money.see', words: 'register deposit slip' },
      { href: paths.year, label: 'Year report', needs: 'money.see', words: 'income accountant' },
      { href: paths.taxes, label: 'Taxes', needs: 'money.see', words: 'lodging rates' },
      {
        href: paths.outlook,
        label: 'Outlook',
        needs: 'money.see',
        words: 'charts occupancy forecast deposits income',
      },
    ],
    holds: ['/admin/checks/slip/*'],
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h7M15 17h5M13 15v4',
    places: [
      { href: paths.people, label: 'People', needs: 'people.edit', words: 'staff roles invite team access' },
      { href: paths.notifications, label: 'Notifications', needs: 'settings.edit', words: 'news email me' },
      { href: paths.history, label: 'History', needs: 'guests.edit', words: 'changes by whom' },
      { href: paths.system, label: 'System', needs: 'settings.edit', words: 'backup version health jobs' },
    ],
    holds: [],
  },
]

/** Returns the groups with only the places that a person with these permissions may open. Omits empty groups. */
export function groupsFor(permissions: readonly Permission[]): PlaceGroup[] {
  const may = new Set(permissions)
  return GROUPS.map((group) => ({
    ...group,
    places: group.places.filter(({ needs }) => may.has(needs)),
  })).filter(({ places }) => places.length > 0)
}

/** Returns the group to which a path belongs, or null for the pages of visitors. */
export const groupOf = (pathname: string): PlaceGroup | null =>
  GROUPS.find(
    ({ places, holds }) =>
      places.some(({ href }) => href === pathname) ||
      holds.some((pattern) => matchPath(pattern, pathname) !== null),
  ) ?? null
