import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the site with its path (R16.1). `paths.ts` creates the links to these pages. */
export default [
  index('public/home/home.tsx'),

  route('events', 'public/events/events.tsx'),
  layout('public/event/event.tsx', [
    route('event/:eventUrlName', 'public/event/about-event.tsx'),
    route('event/:eventUrlName/sign-up', 'public/sign-up/sign-up.tsx'),
    route('event/:eventUrlName/waitlist', 'public/waitlist/join-waitlist.tsx'),
  ]),
  route('event/:eventUrlName/calendar.ics', 'calendar-files.ts', { id: 'event-calendar' }),
  route('complete-reservation/:uuid', 'guest/private-page/complete-reservation.tsx'),
  route('complete-reservation/:uuid/data', 'guest/stored-data/stored.tsx'),
  route('confirm/:token', 'guest/private-page/confirm-spots.tsx'),
  route('offer/:token', 'guest/offer/offer.tsx'),
  route('waitlist/:token', 'guest/waitlist-entry/waitlist-entry.tsx'),
  route('complete-reservation/:uuid/calendar.ics', 'calendar-files.ts', { id: 'stay-calendar' }),
  route('host/:token', 'host/host.tsx'),
  route('preview/:token', 'public/preview/preview.tsx'),
  route('take-over/:token', 'guest/take-over/take-over.tsx'),
  route('lost-link', 'guest/lost-link/lost-link.tsx'),

  // Information pages. Their texts are in content/.
  route('retreat-space', 'public/info/retreat-space.tsx'),
  route('the-center', 'public/info/the-center.tsx'),
  route('the-land', 'public/info/the-land.tsx'),
  route('sustainable-ranching', 'public/info/sustainable-ranching.tsx'),
  route('our-history', 'public/info/our-history.tsx'),
  route('testimonials', 'public/info/testimonials.tsx'),
  route('contact', 'public/info/contact.tsx'),
  route('questions', 'public/info/questions.tsx'),
  route('terms-of-stay', 'public/info/terms-of-stay.tsx'),
  route('packing-list', 'public/info/packing-list.tsx'),
  route('directions', 'public/info/road/directions.tsx'),
  route('offline', 'offline/offline-page.tsx'),
  route('kept-pages.js', 'offline/worker-file.ts'),
  route('directions/road.gpx', 'public/info/road/road-file.ts'),
  route('family', 'family/family-page/family-page.tsx'),
  route('calendar', 'family/calendar/calendar.tsx'),

  // Pages for admins only.
  layout('admin/admin-area.tsx', [
    route('admin', 'admin/today/today.tsx'),
    route('admin/payments', 'admin/payments-due/payments-due.tsx'),
    route('admin/refunds', 'admin/refunds/refunds.tsx'),
    route('admin/outlook', 'admin/outlook/outlook.tsx'),
    route('admin/notifications', 'admin/notifications/notifications-page.tsx'),
    route('admin/history', 'admin/history/history.tsx'),
    route('admin/emails', 'admin/emails/emails.tsx'),
    route('admin/people', 'admin/people/people.tsx'),
    route('admin/system', 'admin/system/system.tsx'),
    route('admin/statements', 'admin/statements/statements.tsx'),
    route('admin/checks', 'admin/checks/checks.tsx'),
    route('admin/checks/slip/:slipId', 'admin/checks/deposit-slip.tsx'),
    route('admin/year', 'admin/year/year.tsx'),
    route('admin/taxes', 'admin/taxes/taxes.tsx'),
    route('admin/open-balances', 'admin/open-balances/open-balances.tsx'),
    route('admin/codes', 'admin/codes/codes.tsx'),
    route('admin/rooms', 'admin/rooms/rooms.tsx'),
    layout('admin/event/workspace.tsx', [
      route('event/:eventUrlName/guests', 'admin/event/guests.tsx'),
      route('event/:eventUrlName/waiting', 'admin/event/waiting.tsx'),
      route('event/:eventUrlName/rooms', 'admin/rooms/event-rooms.tsx'),
      route('event/:eventUrlName/kitchen', 'admin/event/kitchen.tsx'),
      route('event/:eventUrlName/messages', 'admin/event/messages.tsx'),
      route('event/:eventUrlName/emails', 'admin/event/emails.tsx'),
      route('event/:eventUrlName/photos', 'admin/event/photos.tsx'),
      route('event/:eventUrlName/history', 'admin/event/history.tsx'),
    ]),
    route('create-event', 'admin/event-form/event-form-page.tsx', { id: 'create-event' }),
    route('create-event/:eventUrlName', 'admin/event-form/event-form-page.tsx', { id: 'edit-event' }),
    route('reservation/:reservationId', 'admin/reservation/reservation.tsx'),
    // The kitchen sheet's address before the event's workspace. Admins have bookmarks of it.
    route('event-sheet/:eventUrlName', 'admin/event/old-sheet.ts'),
  ]),
  route('admin/mail', 'admin/mail/mail-document.ts'),
  route('callback', 'sign-in/callback.tsx'),

  // Files for programs, such as calendars and search engines.
  route('events.ics', 'well-known.ts', { id: 'events-calendar' }),
  route('calendar/:token/family.ics', 'calendar-files.ts', { id: 'family-calendar' }),
  route('robots.txt', 'well-known.ts', { id: 'robots' }),
  route('sitemap.xml', 'well-known.ts', { id: 'sitemap' }),
  route('.well-known/security.txt', 'well-known.ts', { id: 'security' }),
  route('site.webmanifest', 'well-known.ts', { id: 'web-manifest' }),

  route('inner-creative', 'public/inner-creative/inner-creative.tsx'),

  // This page exists only while the site uses a sandbox.
  route('dev/parts', 'dev/parts.tsx'),

  route('*', 'error-page.tsx'),
] satisfies RouteConfig
