import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the site; addresses as in SPEC section 2 (`paths.ts` makes links to them). */
export default [
  index('pages/home/home.tsx'),
  route('events', 'pages/events/events.tsx'),
  route('event/:eventUrlName', 'pages/events/event.tsx'),
  route('complete-reservation/:uuid', 'pages/reservation/complete-reservation.tsx'),
  route('*', 'pages/not-found/not-found.tsx'),
] satisfies RouteConfig
