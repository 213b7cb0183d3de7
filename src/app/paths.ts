/**
 * All paths of the site (R16.1). Pages use this file for all links, so renaming a route changes one place.
 * Paths that e-mails also use come from `shared/links.ts`.
 */
import type { CsvForm } from '#domain/guests/roster/contract.ts'
import type { StatementForm } from '#domain/money/statements/contract.ts'
import { queryString } from '#shared/client.ts'
import type { Day } from '#shared/days.ts'
import {
  adminEmailsPath,
  adminReservationPath,
  directionsPath,
  eventGuestsPath,
  eventPath,
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
  // The tabs of an event's workspace, for staff. The tab "Page" is `event` itself.
  eventGuests: eventGuestsPath,
  /** The waitlist as staff see it. `joinWaitlist` is the visitors' form. */
  eventWaitlist: (urlName: string) => `${eventPath(urlName)}/waiting`,
  eventRooms: (urlName: string) => `${eventPath(urlName)}/rooms`,
  /** The cards for the doors of an event's rooms. */
  doorCards: (urlName: string) => `${eventPath(urlName)}/rooms?show=doors`,
  /** The kitchen sheet, which says what cook and host must know about the guests. */
  eventKitchen: (urlName: string) => `${eventPath(urlName)}/kitchen`,
  eventKitchenWithMedical: (urlName: string) => `${eventPath(urlName)}/kitchen?medical=on`,
  eventMessages: (urlName: string) => `${eventPath(urlName)}/messages`,
  eventEmails: (urlName: string) => `${eventPath(urlName)}/emails`,
  /** The next page of an event's e-mails, with the e-mails before `cursor`. */
  eventEmailsBefore: (urlName: string, cursor: number) => `${eventPath(urlName)}/emails?before=${cursor}`,
  eventPhotos: (urlName: string) => `${eventPath(urlName)}/photos`,
  eventHistory: (urlName: string) => `${eventPath(urlName)}/history`,
  /** The next page of an event's history, with the changes before `cursor`. */
  eventHistoryBefore: (urlName: string, cursor: number) => `${eventPath(urlName)}/history?before=${cursor}`,
  /** The notice about guests who do not know an event's new dates. Its id is in `untold-dates.tsx`. */
  eventNewDates: (urlName: string) => `${eventGuestsPath(urlName)}#new-dates`,
  signUp: (urlName: string) => `${eventPath(urlName)}/sign-up`,
  joinWaitlist: (urlName: string) => `${eventPath(urlName)}/waitlist`,
  /** A page of past events, newest first. `cursor` is the `nextCursor` in a reply of `events.list`. */
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
  questions: '/questions',
  /** The answer that says how a pick-up works and what it costs. Its id is in `content/questions.mdx`. */
  pickUp: '/questions#pick-up',
  termsOfStay: termsPath,
  packingList: packingListPath,
  directions: directionsPath(),
  /** The ranch's dirt road as a GPX file for navigation apps. */
  roadFile: `${directionsPath()}/road.gpx`,
  family: '/family',
  calendar: '/calendar',
  /** The family calendar feed for phones. Nothing but the token in its path protects it. */
  calendarFeed: (token: string) => `/calendar/${encodeURIComponent(token)}/family.ics`,
  admin: '/admin',
  createEvent: '/create-event',
  /** The pages of the audit log: who changed what, on the whole site or for one event. */
  history: '/admin/history',
  historyOf: (eventId: number) => `/admin/history?event=${eventId}`,
  /** The next page of the audit log, with the changes before `cursor`. */
  historyBefore: (cursor: number, eventId: number | null) =>
    `/admin/history?${eventId === null ? '' : `event=${eventId}&`}before=${cursor}`,
  emails: adminEmailsPath,
  /** The next page of the e-mail list, with the e-mails before `cursor`. */
  emailsBefore: (cursor: number, { type, state }: { type?: string; state?: string }) =>
    `/admin/emails${queryString({ ...(type && { type }), ...(state && { state }), before: cursor })}`,
  /** The admin page about the state of the site itself: backups, jobs and outside services. */
  system: '/admin/system',
  /** The list of the people who work here, with their roles. */
  people: '/admin/people',
  /** The form for a new event, filled in with a copy of an existing event. */
  copyEvent: (urlName: string) => `/create-event?copy=${encodeURIComponent(urlName)}`,
  editEvent: (urlName: string) => `/create-event/${encodeURIComponent(urlName)}`,
  adminReservation: adminReservationPath,
  /**
   * The kitchen sheet (what the host must know about the guests). Nothing but the token in its path protects
   * it.
   */
  host: hostPath,
  /** Every unpaid invoice by its due day. */
  paymentsDue: '/admin/payments',
  /** Refunds that an admin makes by hand, and the automatic ones. */
  refunds: '/admin/refunds',
  /** Spots taken, deposits and income by month. */
  outlook: '/admin/outlook',
  /** Which news the site e-mails to admins. */
  notifications: '/admin/notifications',
  /** Money of deleted reservations and failed refunds that an admin has to settle. */
  openBalances: '/admin/open-balances',
  codes: '/admin/codes',
  /** The list of the venue's rooms. */
  rooms: '/admin/rooms',
  /**
   * The statement of a month: payments, fees and payouts to the bank. An admin can download a month as a
   * table or as a journal for bookkeeping.
   */
  statements: '/admin/statements',
  statementOf: (month: string) => `/admin/statements?month=${month}`,
  exportStatement: (month: string, form: StatementForm) =>
    `/api/auth/statement/export?month=${month}&form=${form}`,
  /** The register of cash and checks, and the page of a deposit slip. */
  checks: '/admin/checks',
  checksOf: (from: Day, until: Day) => `/admin/checks${queryString({ from, until })}`,
  exportChecks: (from: Day, until: Day) => `/api/auth/checks/export${queryString({ from, until })}`,
  depositSlip: (id: number) => `/admin/checks/slip/${id}`,
  exportDepositSlip: (id: number) => `/api/auth/depositSlip/export?id=${id}`,
  /** The report of a year by month and by event. Without a year, the present one. */
  year: '/admin/year',
  exportYear: (year: string) => `/api/auth/year/export?year=${year}`,
  /** The taxes that prices include. */
  taxes: '/admin/taxes',
  /**
   * An event's reservations as a CSV download. It has columns for people to read, or, for scripts, the API's
   * field names and cents.
   */
  exportEvent: (eventId: number, form: CsvForm = 'people') =>
    `/api/auth/event/export?id=${eventId}&form=${form}`,
  /** Some of an event's reservations as a CSV download for people. */
  exportGuests: (eventId: number, reservationIds: readonly number[]) =>
    `/api/auth/event/export?id=${eventId}&form=people&reservationIds=${reservationIds.join(',')}`,
  /** An event's waitlist as a CSV download. */
  exportWaitlist: (eventId: number, form: CsvForm = 'people') =>
    `/api/auth/waitlist/export?id=${eventId}&form=${form}`,
  /**
   * Redirects to the identity provider and then back to `returnUrl`. The browser must load this path as a
   * document, not by client-side navigation.
   */
  login: (returnUrl: string) => `/api/auth/login?returnUrl=${encodeURIComponent(returnUrl)}`,
  callback: '/callback',
  /** The home page with a message that the sign-in has failed. */
  signInFailed: '/?signIn=failed',
  /** The home page with a message that the browser blocks cookies, which the sign-in needs. */
  signInBlocked: '/?signIn=blocked',
  /** A guest's private link. Nothing but the uuid in its path protects it. */
  completeReservation: reservationPath,
  /** The page with all data that the site stores about a guest. The next path downloads the same data. */
  reservationData: (uuid: string) => `${reservationPath(uuid)}/data`,
  exportReservation: (uuid: string) => `/api/reservation/export?uuid=${encodeURIComponent(uuid)}`,
  guestReceipt: (uuid: string, invoiceId: number) => `/api/receipt${queryString({ uuid, invoiceId })}`,
  reservationCalendar: (uuid: string) => `${reservationPath(uuid)}/calendar.ics`,
  /** The form with which guests get their lost private links again by e-mail. */
  lostLink: lostLinkPath,
  /**
   * The page that lists everything saved on this device for offline use. The service worker redirects to this
   * page if another page cannot load.
   */
  offline: '/offline',
  /** The service worker, which saves pages for offline use. */
  offlineWorker: '/kept-pages.js',
  /** The only page that has no header. */
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

const theCenter = { href: paths.theCenter, label: 'The Center' } as const

/** What people look up before and after they sign up, in the order of both menus. */
const beforeArrival = [
  { href: paths.lostLink, label: 'Find my reservation' },
  { href: paths.questions, label: 'Questions Guests Ask' },
  { href: paths.directions, label: 'Directions' },
  { href: paths.packingList, label: 'Packing List' },
  { href: paths.termsOfStay, label: 'Terms of Stay' },
] as const

/** Pages for people who plan a stay or have booked one. A phone's menu has them below the others (R55.3). */
export const practicalPages = [...beforeArrival, theCenter] as const

/** The footer's groups of links. Together they have every page that a visitor can look for (R55.3). */
export const footerGroups = [
  {
    id: 'ranch',
    title: 'The ranch',
    links: [
      { href: paths.retreatSpace, label: 'Retreat Space' },
      theCenter,
      { href: paths.theLand, label: 'The Land' },
      { href: paths.sustainableRanching, label: 'Sustainable Ranching' },
      { href: paths.ourHistory, label: 'Our History' },
      { href: paths.testimonials, label: 'Testimonials' },
    ],
  },
  {
    id: 'stay',
    title: 'Your stay',
    links: [
      { href: paths.events, label: 'Events' },
      ...beforeArrival,
      { href: paths.contact, label: 'Contact' },
    ],
  },
] as const

/**
 * Pages that the browser saves for offline use. They are public, have no forms, and are the same for every
 * visitor.
 */
export const offlinePaths: readonly string[] = [
  paths.directions,
  paths.packingList,
  paths.contact,
  paths.offline,
]
