/**
 * Every address of the site (SPEC section 2). Links are made here and nowhere else, so a renamed route is
 * one change. Imports nothing.
 */
export const paths = {
  home: '/',
  events: '/events',
  event: (urlName: string) => `/event/${encodeURIComponent(urlName)}`,
  /** Past events in pages, from the newest back; the cursor is `nextCursor` of `events.list`. */
  earlierEvents: (cursor: string) => `/events?before=${encodeURIComponent(cursor)}#previous`,
  /** Current events beyond the first page. */
  laterEvents: (cursor: string) => `/events?after=${encodeURIComponent(cursor)}`,
  /** The event as a calendar file. */
  eventCalendar: (urlName: string) => `/event/${encodeURIComponent(urlName)}/calendar.ics`,
  retreatSpace: '/retreat-space',
  testimonials: '/testimonials',
  sustainableRanching: '/sustainable-ranching',
  theLand: '/the-land',
  theCenter: '/the-center',
  ourHistory: '/our-history',
  contact: '/contact',
  termsOfStay: '/terms-of-stay',
  packingList: '/packing-list',
  directions: '/directions',
  /** A guest's private link: the uuid is their only secret. */
  completeReservation: (uuid: string) => `/complete-reservation/${encodeURIComponent(uuid)}`,
  reservationCalendar: (uuid: string) => `/complete-reservation/${encodeURIComponent(uuid)}/calendar.ics`,
} as const

/** The menu, in the order of SPEC section 2. */
export const menu = [
  { href: paths.events, label: 'Events' },
  { href: paths.retreatSpace, label: 'Retreat Space' },
  { href: paths.testimonials, label: 'Testimonials' },
  { href: paths.sustainableRanching, label: 'Sustainable Ranching' },
  { href: paths.theLand, label: 'The Land' },
  { href: paths.contact, label: 'Contact' },
] as const

/** The route on which the top bar is not shown (SPEC section 2). */
export const BARE_ROUTE = '/inner-creative'
