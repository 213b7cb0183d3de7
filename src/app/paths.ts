/**
 * All paths of the site (R16.1). Pages use this file for all links, so a route can be renamed in one place.
 * Paths that e-mails also use come from `shared/links.ts`.
 */
import type { CsvForm } from '#domain/guests/roster/contract.ts'
import type { StatementForm } from '#domain/money/statements/contract.ts'
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
  /** The guest section on an event's page for admins. */
  eventGuests: (urlName: string) => `${eventPath(urlName)}#guests`,
  signUp: (urlName: string) => `${eventPath(urlName)}/sign-up`,
  joinWaitlist: (urlName: string) => `${eventPath(urlName)}/waitlist`,
  /** A page of past events, newest first. The cursor is `nextCursor` in a reply of `events.list`. */
  earlierEvents: (cursor: string) => `${eventsPath}?before=${encodeURIComponent(cursor)}#previous`,
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
  family: '/family',
  calendar: '/calendar',
  /** The family calendar feed for phones. Its token is the only protection. */
  calendarFeed: (token: string) => `/calendar/${encodeURIComponent(token)}/family.ics`,
  admin: '/admin',
  createEvent: '/create-event',
  /** The history: who changed what, on the whole site or for one event. */
  history: '/admin/history',
  historyOf: (eventId: number) => `/admin/history?event=${eventId}`,
  /** The page of the history that follows `cursor`. */
  historyBefore: (cursor: number, eventId: number | null) =>
    `/admin/history?${eventId === null ? '' : `event=${eventId}&`}before=${cursor}`,
  emails: '/admin/emails',
  /** The page of the e-mail list that follows `cursor`. */
  emailsBefore: (cursor: number, { type, state }: { type?: string; state?: string }) =>
    `/admin/emails${queryString({ ...(type && { type }), ...(state && { state }), before: cursor })}`,
  /** The admin page about the status of the site itself. */
  system: '/admin/system',
  /** The form for a new event, filled in with a copy of another one. */
  copyEvent: (urlName: string) => `/create-event?copy=${encodeURIComponent(urlName)}`,
  editEvent: (urlName: string) => `/create-event/${encodeURIComponent(urlName)}`,
  adminReservation: adminReservationPath,
  eventSheet: eventSheetPath,
  eventSheetWithMedical: (urlName: string) => `${eventSheetPath(urlName)}?medical=on`,
  /** The kitchen sheet for the event's host. The token is the only protection. */
  host: hostPath,
  codes: '/admin/codes',
  /** The venue's rooms, the rooms board of an event, and its door cards. */
  rooms: '/admin/rooms',
  eventRooms: (urlName: string) => `${eventPath(urlName)}/rooms`,
  doorCards: (urlName: string) => `${eventPath(urlName)}/rooms?show=doors`,
  /**
   * The bank statement by month: payouts to the bank. Each month can be downloaded as a table or as a journal for
   * bookkeeping.
   */
  statements: '/admin/statements',
  statementOf: (month: string) => `/admin/statements?month=${month}`,
  exportStatement: (month: string, form: StatementForm) =>
    `/api/auth/statement/export?month=${month}&form=${form}`,
  /** An event's reservations as a CSV download: for people, or with API field names and cents for scripts. */
  exportEvent: (eventId: number, form: CsvForm = 'people') =>
    `/api/auth/event/export?id=${eventId}&form=${form}`,
  /** An event's waitlist as a CSV download. */
  exportWaitlist: (eventId: number, form: CsvForm = 'people') =>
    `/api/auth/waitlist/export?id=${eventId}&form=${form}`,
  /** Redirects to the identity provider and then back to `returnUrl`. Always load it as a document. */
  login: (returnUrl: string) => `/api/auth/login?returnUrl=${encodeURIComponent(returnUrl)}`,
  callback: '/callback',
  /** The home page, with a message that the sign-in failed. */
  signInFailed: '/?signIn=failed',
  /** The home page, with a message that the browser blocks cookies. */
  signInBlocked: '/?signIn=blocked',
  /** A guest's private link. The uuid is its only protection. */
  completeReservation: reservationPath,
  /** All stored data of a guest, as a page and as a download. */
  reservationData: (uuid: string) => `${reservationPath(uuid)}/data`,
  exportReservation: (uuid: string) => `/api/reservation/export?uuid=${encodeURIComponent(uuid)}`,
  guestReceipt: (uuid: string, invoiceId: number) => `/api/receipt${queryString({ uuid, invoiceId })}`,
  reservationCalendar: (uuid: string) => `${reservationPath(uuid)}/calendar.ics`,
  /** The form that e-mails guests their private links again. */
  lostLink: lostLinkPath,
  /** The page that lists everything saved for offline use. The service worker redirects to it if a page cannot load. */
  offline: '/offline',
  /** The service worker for pages saved for offline use. */
  offlineWorker: '/kept-pages.js',
  /** The only page without the header. */
  innerCreative: '/inner-creative',
  sitemap: '/sitemap.xml',
  securityText: '/.well-known/security.txt',
  webManifest: '/site.webmanifest',
} as const

/** The menu in display order (R16.1). */
export const menu = [
  { href: paths.events, label: 'Events' },
  { href: paths.retreatSpace, label: 'Retreat Space' },
  { href: paths.testimonials, label: 'Testimonials' },
  { href: paths.sustainableRanching, label: 'Sustainable Ranching' },
  { href: paths.theLand, label: 'The Land' },
  { href: paths.contact, label: 'Contact' },
] as const

/** Pages that the browser saves for offline use: public, without forms, identical for everybody. */
export const offlinePaths: readonly string[] = [
  paths.directions,
  paths.packingList,
  paths.contact,
  paths.offline,
]
