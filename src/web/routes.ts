import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the site with its path (R16.1). `paths.ts` creates links to them. */
export default [
  index('pages/home/home.tsx'),

  route('events', 'pages/events/events.tsx'),
  layout('pages/events/event.tsx', [
    route('event/:eventUrlName', 'pages/events/about-event.tsx'),
    route('event/:eventUrlName/sign-up', 'pages/events/sign-up.tsx'),
    route('event/:eventUrlName/waitlist', 'pages/events/join-waitlist.tsx'),
  ]),
  route('event/:eventUrlName/calendar.ics', 'pages/calendar-files.ts', { id: 'event-calendar' }),
  route('complete-reservation/:uuid', 'pages/reservation/complete-reservation.tsx'),
  route('complete-reservation/:uuid/data', 'pages/reservation/stored/stored.tsx'),
  route('confirm/:token', 'pages/reservation/confirm-spots.tsx'),
  route('offer/:token', 'pages/offer/offer.tsx'),
  route('waitlist/:token', 'pages/waitlist/place.tsx'),
  route('complete-reservation/:uuid/calendar.ics', 'pages/calendar-files.ts', { id: 'stay-calendar' }),
  route('host/:token', 'pages/hosts/host.tsx'),
  route('take-over/:token', 'pages/replacement/take-over.tsx'),
  route('lost-link', 'pages/lost-link/lost-link.tsx'),

  // Information pages, whose text is in content/.
  route('retreat-space', 'pages/info/retreat-space.tsx'),
  route('the-center', 'pages/info/the-center.tsx'),
  route('the-land', 'pages/info/the-land.tsx'),
  route('sustainable-ranching', 'pages/info/sustainable-ranching.tsx'),
  route('our-history', 'pages/info/our-history.tsx'),
  route('testimonials', 'pages/info/testimonials.tsx'),
  route('contact', 'pages/info/contact.tsx'),
  route('terms-of-stay', 'pages/info/terms-of-stay.tsx'),
  route('packing-list', 'pages/info/packing-list.tsx'),
  route('directions', 'pages/info/road/directions.tsx'),
  route('offline', 'offline/offline-page.tsx'),
  route('kept-pages.js', 'offline/worker-file.ts'),
  route('directions/road.gpx', 'pages/info/road/road-file.ts'),
  route('family', 'pages/family/family.tsx'),
  route('calendar', 'pages/calendar/calendar.tsx'),

  // Pages for admins only.
  layout('pages/admin/admin-area.tsx', [
    route('admin', 'pages/admin/today/today.tsx'),
    route('admin/history', 'pages/admin/history/history.tsx'),
    route('admin/emails', 'pages/admin/emails/emails.tsx'),
    route('admin/system', 'pages/admin/system/system.tsx'),
    route('admin/statements', 'pages/admin/statements/statements.tsx'),
    route('admin/codes', 'pages/admin/codes/codes.tsx'),
    route('admin/rooms', 'pages/admin/rooms/rooms.tsx'),
    route('event/:eventUrlName/rooms', 'pages/admin/rooms/event-rooms.tsx'),
    route('create-event', 'pages/admin/event-form/event-form-page.tsx', { id: 'create-event' }),
    route('create-event/:eventUrlName', 'pages/admin/event-form/event-form-page.tsx', { id: 'edit-event' }),
    route('reservation/:reservationId', 'pages/admin/reservation/reservation.tsx'),
    route('event-sheet/:eventUrlName', 'pages/hosts/event-sheet.tsx'),
  ]),
  route('admin/mail', 'pages/admin/mail/mail-document.ts'),
  route('callback', 'pages/callback/callback.tsx'),

  // Files for programs, such as calendars and search engines.
  route('events.ics', 'pages/well-known.ts', { id: 'events-calendar' }),
  route('calendar/:token/family.ics', 'pages/calendar-files.ts', { id: 'family-calendar' }),
  route('robots.txt', 'pages/well-known.ts', { id: 'robots' }),
  route('sitemap.xml', 'pages/well-known.ts', { id: 'sitemap' }),
  route('.well-known/security.txt', 'pages/well-known.ts', { id: 'security' }),
  route('site.webmanifest', 'pages/well-known.ts', { id: 'web-manifest' }),

  route('inner-creative', 'pages/inner-creative/inner-creative.tsx'),

  // The page of all components, served only while a sandbox is on.
  route('dev/parts', 'pages/dev/parts.tsx'),

  route('*', 'pages/error-page.tsx'),
] satisfies RouteConfig
