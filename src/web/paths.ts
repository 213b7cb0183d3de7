/**
 * Every address of the site (R16.1). Pages make their links here and nowhere else, so a renamed
 * route is one change; the few paths that mails name too come from `shared/links.ts`.
 */
import type { CsvForm } from '#features/roster/contract.ts'
import type { StatementForm } from '#features/statements/contract.ts'
import { queryString } from '#shared/client.ts'
import {
  adminReservationPath,
  directionsPath,
  eventPath,
  eventSheetPath,
  eventsPath,
  hostPath,
  lostLinkPath,
  packingListPath,
  reservationPath,
  termsPath,
} from '#shared/links.ts'

export const paths = {
  home: '/',
  events: eventsPath,
  event: eventPath,
  /** The guests on an admin's page of the event. */
  eventGuests: (urlName: string) => `${eventPath(urlName)}#guests`,
  /** The event's page with the sign-up form in place of the description. */
  signUp: (urlName: string) => `${eventPath(urlName)}/sign-up`,
  /** Likewise with the form of its waitlist. */
  joinWaitlist: (urlName: string) => `${eventPath(urlName)}/waitlist`,
  /** Past events in pages, from the newest back; the cursor is `nextCursor` of `events.list`. */
  earlierEvents: (cursor: string) => `${eventsPath}?before=${encodeURIComponent(cursor)}#previous`,
  /** Current events beyond the first page. */
  laterEvents: (cursor: string) => `${eventsPath}?after=${encodeURIComponent(cursor)}`,
  eventsCalendar: `${eventsPath}.ics`,
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
  /** The family's page: in no menu, and kept out of search engines. */
  family: '/family',
  calendar: '/calendar',
  /** The calendar for phones to subscribe to: the token is the only key. */
  calendarFeed: (token: string) => `/calendar/${encodeURIComponent(token)}/family.ics`,
  admin: '/admin',
  createEvent: '/create-event',
  /** The history: who changed what, on the whole site or on one event. */
  history: '/admin/history',
  historyOf: (eventId: number) => `/admin/history?event=${eventId}`,
  /** The page after the one that ended at `cursor`. */
  historyBefore: (cursor: number, eventId: number | null) =>
    `/admin/history?${eventId === null ? '' : `event=${eventId}&`}before=${cursor}`,
  /** All e-mails of the site, and which news is e-mailed. */
  emails: '/admin/emails',
  /** The page after the one that ended at `cursor`. */
  emailsBefore: (cursor: number, { type, state }: { type?: string; state?: string }) =>
    `/admin/emails${queryString({ ...(type && { type }), ...(state && { state }), before: cursor })}`,
  /** The state of the site itself, for whoever runs it. */
  system: '/admin/system',
  /** An empty form, filled in with another event for new dates. */
  copyEvent: (urlName: string) => `/create-event?copy=${encodeURIComponent(urlName)}`,
  editEvent: (urlName: string) => `/create-event/${encodeURIComponent(urlName)}`,
  adminReservation: adminReservationPath,
  eventSheet: eventSheetPath,
  eventSheetWithMedical: (urlName: string) => `${eventSheetPath(urlName)}?medical=on`,
  /** The same for the event's host: the token is the only key. */
  host: hostPath,
  /** Codes that make stays cheaper. */
  codes: '/admin/codes',
  /** The house's rooms; who sleeps where at an event, and a card for each door. */
  rooms: '/admin/rooms',
  eventRooms: (urlName: string) => `${eventPath(urlName)}/rooms`,
  doorCards: (urlName: string) => `${eventPath(urlName)}/rooms?show=doors`,
  /** The bank statement: what the card company sent to the bank, by month; and a month as a table to download, or as a journal to import. */
  statements: '/admin/statements',
  statementOf: (month: string) => `/admin/statements?month=${month}`,
  exportStatement: (month: string, form: StatementForm) =>
    `/api/auth/statement/export?month=${month}&form=${form}`,
  /** The event's reservations as a table to download: for people, or with the API's names and cents for scripts. */
  exportEvent: (eventId: number, form: CsvForm = 'people') =>
    `/api/auth/event/export?id=${eventId}&form=${form}`,
  /** The same of its waitlist. */
  exportWaitlist: (eventId: number, form: CsvForm = 'people') =>
    `/api/auth/waitlist/export?id=${eventId}&form=${form}`,
  /** Leads to the identity provider; afterwards back to `returnUrl`. A document of its own, never a page's link. */
  login: (returnUrl: string) => `/api/auth/login?returnUrl=${encodeURIComponent(returnUrl)}`,
  /** The page to which the identity provider comes back. */
  callback: '/callback',
  /** Home, which then says so. */
  signInFailed: '/?signIn=failed',
  /** Home, which then says so. */
  signInBlocked: '/?signIn=blocked',
  /** A guest's private link: the uuid is their only secret. */
  completeReservation: reservationPath,
  /** Everything that is stored about the guest, to read and as a file. */
  reservationData: (uuid: string) => `${reservationPath(uuid)}/data`,
  exportReservation: (uuid: string) => `/api/reservation/export?uuid=${encodeURIComponent(uuid)}`,
  guestReceipt: (uuid: string, invoiceId: number) => `/api/receipt${queryString({ uuid, invoiceId })}`,
  reservationCalendar: (uuid: string) => `${reservationPath(uuid)}/calendar.ics`,
  /** The form by which guests have their private links e-mailed to them again. */
  lostLink: lostLinkPath,
  /** The list of what is kept for when the signal ends: the worker leads there from a page that does not come. */
  offline: '/offline',
  /** The service worker of the pages that are kept for when the signal ends. */
  offlineWorker: '/kept-pages.js',
  /** The one page without the top bar. */
  innerCreative: '/inner-creative',
  sitemap: '/sitemap.xml',
  securityText: '/.well-known/security.txt',
  webManifest: '/site.webmanifest',
} as const

/** The menu, in its order (R16.1). */
export const menu = [
  { href: paths.events, label: 'Events' },
  { href: paths.retreatSpace, label: 'Retreat Space' },
  { href: paths.testimonials, label: 'Testimonials' },
  { href: paths.sustainableRanching, label: 'Sustainable Ranching' },
  { href: paths.theLand, label: 'The Land' },
  { href: paths.contact, label: 'Contact' },
] as const

/** The pages that a phone keeps for when the signal ends: public ones without a form, the same for everybody. */
export const offlinePaths: readonly string[] = [
  paths.directions,
  paths.packingList,
  paths.contact,
  paths.offline,
]
