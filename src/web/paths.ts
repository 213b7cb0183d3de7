/**
 * Every address of the site (SPEC section 2). Pages make their links here and nowhere else, so a renamed
 * route is one change; the few paths that mails name too come from `shared/links.ts`.
 */
import {
  directionsPath,
  eventPath,
  eventsPath,
  packingListPath,
  reservationPath,
  termsPath,
} from '../shared/links.ts'

export const paths = {
  home: '/',
  events: eventsPath,
  event: eventPath,
  /** Past events in pages, from the newest back; the cursor is `nextCursor` of `events.list`. */
  earlierEvents: (cursor: string) => `${eventsPath}?before=${encodeURIComponent(cursor)}#previous`,
  /** Current events beyond the first page. */
  laterEvents: (cursor: string) => `${eventsPath}?after=${encodeURIComponent(cursor)}`,
  /** All public events as a calendar to subscribe to. */
  eventsCalendar: `${eventsPath}.ics`,
  /** The event as a calendar file. */
  eventCalendar: (urlName: string) => `${eventPath(urlName)}/calendar.ics`,
  retreatSpace: '/retreat-space',
  testimonials: '/testimonials',
  sustainableRanching: '/sustainable-ranching',
  theLand: '/the-land',
  theCenter: '/the-center',
  ourHistory: '/our-history',
  contact: '/contact',
  termsOfStay: termsPath,
  packingList: packingListPath,
  directions: directionsPath(),
  /** The dirt road as a GPX file. */
  roadFile: `${directionsPath()}/road.gpx`,
  /** For the family: in no menu, and kept out of search engines. */
  family: '/family',
  calendar: '/calendar',
  /** A guest's private link: the uuid is their only secret. */
  completeReservation: reservationPath,
  reservationCalendar: (uuid: string) => `${reservationPath(uuid)}/calendar.ics`,
  /** The service worker of the pages that are kept for when the signal ends. */
  keptPagesWorker: '/kept-pages.js',
  /** The one page without the top bar. */
  innerCreative: '/inner-creative',
  sitemap: '/sitemap.xml',
  securityText: '/.well-known/security.txt',
  webManifest: '/site.webmanifest',
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
