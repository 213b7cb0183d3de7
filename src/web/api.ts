/** Calls the API from the browser: `await call(createReservation, { body })`. Loaders use `callContext`. */
import { createClient } from '../shared/client.ts'

function xsrfToken(): string | undefined {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith('XSRF-TOKEN='))
  return cookie && decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
}

export const call = createClient({ fetch: (path, init) => fetch(path, init), xsrfToken })
